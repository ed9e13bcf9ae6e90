import { describe, expect, test } from '@jest/globals';
import { copy } from '../../copy/copy';
import { aPhoto, shownAt } from '../../test/samples';
import { cardRatio, failureText, fillingWindow, isRestored, photoRatio, toolName, uploadedAt } from './photoView';

describe('photo view', () => {
  test('shows local date and time of created_at [spec 2.23]', () => {
    const text = uploadedAt(aPhoto({ created_at: new Date(2026, 10, 20, 14, 5) }));
    expect(text).toMatch(/2026/);
    expect(text).toMatch(/(2|14):05/);
  });

  test('a card keeps its allowed shapes, the photograph its own', () => {
    const strip = aPhoto({ restored_size: { width: 4000, height: 400, bytes: 1 } });
    expect(photoRatio(strip)).toBe(10);
    expect(cardRatio(strip)).toBe(1.8);
    expect(cardRatio(aPhoto({ restored_size: { width: 400, height: 4000, bytes: 1 } }))).toBe(0.6);
    const unknown = photoRatio(aPhoto({ restored_size: null, original_size: null }));
    expect(unknown).toBeGreaterThan(0);
    expect(photoRatio(aPhoto({ restored_size: { width: 10, height: 0, bytes: 1 } }))).toBe(unknown);
    // A tool may turn or crop the picture.
    expect(photoRatio(aPhoto({ restored_size: { width: 100, height: 200, bytes: 1 } }))).toBe(0.5);
    expect(photoRatio(aPhoto({ restored_size: null }))).toBe(1.25);
  });

  test('the browser chooses the picture that fills a window; an older photo has only the whole file', () => {
    const restored_url = 'whole.png';
    const older = { ...aPhoto({ files: shownAt({ restored: { thumbnail: 'small.webp' } }) }), restored_url };
    expect(fillingWindow(older, '50vw').after).toEqual({ src: 'whole.png', poster: 'small.webp' });
    const restored_size = { width: 2000, height: 4000, bytes: 1 };
    const newer = {
      ...older,
      files: shownAt({ restored: { thumbnail: 'small.webp', screen: 'window.webp' } }),
      restored_size,
    };
    expect(fillingWindow(newer, '50vw').after).toEqual({
      src: 'window.webp',
      poster: 'small.webp',
      srcSet: 'small.webp 480w, window.webp 1024w',
      sizes: '50vw',
    });
    const little = { ...newer, restored_size: { width: 800, height: 600, bytes: 1 } };
    expect(fillingWindow(little, '50vw').after.srcSet).toBe('small.webp 800w, window.webp 800w');
  });

  test('says why it failed in plain words, also for a code it does not know', () => {
    const failed = (code: string) => aPhoto({ error: { code, detail: 'HTTP 422' } as never });
    expect(failureText(failed('provider_rejected'))).toContain('Try another tool');
    expect(failureText(failed('unheard_of'))).toBe(failureText(aPhoto({ error: null })));
    expect(failureText(failed('provider_rejected'))).not.toContain('422');
  });

  test('a photo whose restore was given back when it was deleted, and that was brought back, offers that no more', () => {
    const offering = Object.entries(copy.errors).filter(([, text]) => text.includes('restore back'));
    const codes = offering.map(([code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    for (const code of codes) {
      const failed = aPhoto({ status: 'failed', error: { code, detail: '' } as never });
      expect(failureText(failed)).toContain('delete the photo and get your restore back.');
      const text = failureText({ ...failed, is_refunded: true });
      expect(text).not.toMatch(/delete|back/);
      expect(text).toMatch(/[a-z]\.$/);
    }
  });

  test('only a photo that succeeded counts as restored; a retired tool has no name', () => {
    expect(isRestored(aPhoto())).toBe(true);
    expect(isRestored(aPhoto({ status: 'failed' }))).toBe(false);
    expect(toolName(aPhoto({ tool: 'deeprestore' }))).toBe('DeepRestore');
    expect(toolName(aPhoto({ tool: 'retired' }))).toBe('');
  });
});
