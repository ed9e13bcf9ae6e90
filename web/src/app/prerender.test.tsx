/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import { toolCopy } from '../copy/toolCopy';
import table from '../features/landing/demoPictures.json';
import toolTable from '../features/landing/toolPictures.json';
import { toolPictures } from '../ui/ToolPair';
import { documentHead } from './documentHead';
import inlineScript from './inlineScript';
import { prerender } from './prerender';

describe('the prerendered page', () => {
  const { styles, pictures, body } = prerender();

  test('can be read without JavaScript', () => {
    for (const text of [
      'Restore old photos with AI',
      'Login / Sign Up',
      'Upload Your Photo',
      'Login required to upload images',
      'Pricing',
      'Portrait Restoration',
      'Repair Damaged',
      'Photo Colorization',
      'AI Colorization',
      'Scratch Repair',
      'Preserve Faces',
      'How it works',
      'Who sees my photo?',
      'On this website only you do, when you are logged in.',
      'Ready to Restore Your Memories',
      'Start Restoring',
      'Contact Us',
      'App Version 2.6.0',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('Restores Available');
  });

  test('has its critical styles by itself', () => {
    expect(styles).toMatch(/<style data-emotion="css/);
    expect(styles).toContain('prefers-color-scheme: dark');
    expect(body).not.toContain('<style');
  });

  test('shows every tool, each with its purpose, when to choose it, and its pair; and credits all photographs', () => {
    const text = body.replace(/<[^>]+>/g, '');
    for (const { id, name, description } of TOOLS) {
      expect(text).toContain(name + description + toolCopy.when[id]);
      expect(body).toContain(`aria-label="${toolCopy.shows[id]}"`);
      for (const url of toolPictures(id)) {
        expect(body).toMatch(new RegExp(`<img [^>]*width="360" height="360"[^>]* loading="lazy" src="${url}"`));
      }
    }
    expect(text).toContain(toolCopy.guide.title);
    for (const { title, author, licence } of [...table.credits, ...toolTable.credits])
      expect(text).toContain(`${title}. ${author}. ${licence}.`);
  });

  test('shows the four real pairs. Links to the first wait for the inline script, and none loads before', () => {
    expect(pictures.match(/<link as="image"[^>]*hero-(before|after)/g)).toHaveLength(2);
    expect(pictures).not.toContain('rel=');
    expect(body.match(/loading="lazy"/g)).toHaveLength(8 + 12);
    expect(body.match(/<img/g)).toHaveLength(8 + 12);
    expect(body).not.toContain('<link');
  });
});

describe('the head', () => {
  test('title and description concern AI photo restoration with face preservation [spec 1.5]', () => {
    const head = documentHead();
    for (const part of [/<title>([^<]*)/, /name="description" content="([^"]*)/]) {
      const text = part.exec(head)?.[1] ?? '';
      expect(text).toMatch(/\bAI\b/);
      expect(text).toMatch(/restor/i);
      expect(text).toMatch(/face/i);
      expect(text).toMatch(/preserv/i);
    }
  });

  test('a shared link has a picture, which a deploy names with its own address', () => {
    const pictureOf = (head: string) => /property="og:image" content="([^"]*)/.exec(head)?.[1];
    expect(pictureOf(documentHead('https://photos.example'))).toBe('https://photos.example/demo/hero-after.jpg');
    expect(pictureOf(documentHead())).toBe('/demo/hero-after.jpg');
  });

  test('its inline script is the one the Content-Security-Policy allows', () => {
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    const hosting = readFileSync(join(__dirname, '../../../firebase.json'), 'utf8');
    expect(hosting).toContain(`'sha256-${hash}'`);
  });
});
