/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { copy } from '../copy/copy';
import { light } from '../theme/tokens';
import { asksForMore, asksForUpload } from './address';
import { documentHead } from './documentHead';

const publicFolder = join(__dirname, '../../public');
const manifest = JSON.parse(readFileSync(join(publicFolder, 'manifest.webmanifest'), 'utf8'));

test('the installed app has the product’s name and paper, and the page links its manifest and icon', () => {
  expect(manifest).toMatchObject({ name: copy.brand, short_name: copy.brand, display: 'standalone', start_url: '/' });
  expect([manifest.background_color, manifest.theme_color]).toEqual([light.paper, light.paper]);
  expect(documentHead()).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(documentHead()).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />');
});

test('icons and screenshots are as the manifest states; one icon may be cut to a mask', async () => {
  const icons: { src: string; sizes: string; type: string; purpose?: string }[] = manifest.icons;
  for (const { src, sizes, type } of [...icons, ...manifest.screenshots]) {
    const { width, height, format } = await sharp(join(publicFolder, src)).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  }
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  // An installer shows those of its own form only.
  const forms = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor);
  expect(forms).toEqual(['wide', 'narrow']);
});

test('the shortcuts and what is shared lead to the hydrated page with the upload dialog', () => {
  const [upload] = manifest.shortcuts;
  for (const url of [upload.url, '/?upload=shared']) {
    const { search, hash } = new URL(url, 'https://heirlight.test');
    expect(asksForMore({ search, hash })).toBe(true);
    expect(asksForUpload({ search })).toBe(true);
  }
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' });
});
