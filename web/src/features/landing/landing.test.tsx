import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { creditsStore } from '../../domain/account/creditsStore';
import { forgetLastSeen, remember } from '../../domain/account/lastSeen';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { Footer } from './Footer';
import { Hero } from './Hero';
import { Marketing } from './Marketing';
import { PromoBanner } from './PromoBanner';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const signIn = () => sessionStore.set({ status: 'signedIn', user: aUser() });

let toasts: Toast[];
let stopToasts: () => void;
beforeEach(() => {
  sessionStore.set({ status: 'signedOut' });
  creditsStore.set(creditsStore.initial);
  photosStore.set(photosStore.initial);
  closeDialog();
  toasts = [];
  stopToasts = subscribeToasts((toast) => toasts.push(toast));
});
afterEach(() => stopToasts());

describe('hero', () => {
  test('its headline is about restoring old photos with AI [spec 2.6]', () => {
    renderThemed(<Hero compact={false} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/restore old photos with AI/i);
    expect(screen.getByRole('slider')).toBeTruthy();
  });

  test('above the user’s own photos it keeps the headline, without the picture', () => {
    renderThemed(<Hero compact />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/restore old photos with AI/i);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  test('signed out: a box says that login is required and opens the login dialog [spec 2.9, 2.10]', () => {
    renderThemed(<Hero compact={false} />);
    const box = button('Login required to upload images');
    fireEvent.click(box);
    expect(dialogStore.get().open).toBe('login');
    // Hidden while a session is expected, as the example picture is.
    for (const hidden of [box, screen.getByRole('slider')]) expect(hidden.closest('[data-visitor]')).not.toBeNull();
    for (const drawing of document.querySelectorAll('svg')) expect(drawing.getAttribute('aria-hidden')).toBe('true');
    expect(screen.queryByText('Restores Available')).toBeNull();
  });

  test('says what a first photo costs and the next ones, to visitors only; a photo can be chosen or taken', () => {
    const { unmount } = renderThemed(<Hero compact={false} />);
    const cost = 'Your first photo is free. Then 5 for $2, 25 for $6 or 50 for $8.';
    expect(screen.getByText((_, part) => part?.tagName === 'P' && part.textContent === cost)).toBeTruthy();
    for (const name of ['Choose a file', 'Take a photo']) {
      const field = screen.getByLabelText<HTMLInputElement>(name);
      expect([field.type, field.accept]).toEqual([
        'file',
        'image/png,image/jpeg,image/heic,image/heif,image/tiff,image/webp,.png,.jpg,.jpeg,.heic,.heif,.tif,.tiff,.webp',
      ]);
    }
    expect(screen.getByLabelText('Take a photo').getAttribute('capture')).toBe('environment');
    unmount();
    signIn();
    renderThemed(<Hero compact={false} />);
    expect(screen.queryByText(/free/)).toBeNull();
  });

  test('after a payment the counter says that what was bought is being added', () => {
    signIn();
    creditsStore.set({ status: 'ready', restoresAvailable: 0, isAwaited: true });
    renderThemed(<Hero compact />);
    expect(screen.getByRole('status').textContent).toBe('What you bought is being added...');
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 5, isAwaited: false }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(button('5 Restores Available')).toBeTruthy();
  });

  test('signed out: Upload Your Photo asks for a login [spec 1.4, 6.2, 8.7]', () => {
    renderThemed(<Hero compact={false} />);
    fireEvent.click(button('Upload Your Photo'));
    expect(toasts).toEqual([
      {
        title: 'Please log in first! 🔐',
        description: 'You need to be logged in to upload and restore images.',
      },
    ]);
    expect(dialogStore.get().open).toBe('login');
  });

  test('signed in: a spinner, then the credit count, which opens pricing [spec 1.2, 2.7, 2.8]', () => {
    signIn();
    renderThemed(<Hero compact={false} />);
    expect(screen.queryByText('Login required to upload images')).toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Counting your restores' })).toBeTruthy();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
    expect(button(/^0\s*Restores Available$/)).toBeTruthy();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 1 }));
    expect(button(/^1\s*Restore Available$/)).toBeTruthy();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 7 }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    fireEvent.click(button(/^7\s*Restores Available$/));
    expect(dialogStore.get().open).toBe('pricing');
  });

  test.each(['signed out', 'signed in'])('%s: a pricing button is also present [spec 2.11]', (who) => {
    if (who === 'signed in') signIn();
    renderThemed(<Hero compact={false} />);
    fireEvent.click(button('Pricing'));
    expect(dialogStore.get().open).toBe('pricing');
  });
});

describe('promo banner', () => {
  const shown = () => document.body.textContent.includes('Use code FirstOrder for 25% off all plans at checkout.');
  const none = { status: 'ready', restoresAvailable: 0 } as const;
  const some = { status: 'ready', photos: [aPhoto()], hasMore: false } as const;

  test('shows for a user with 0 credits and a photo, and opens pricing [spec 2.12, 2.13, 2.14]', () => {
    signIn();
    creditsStore.set(none);
    photosStore.set({ ...some, photos: [...some.photos] });
    renderThemed(<PromoBanner />);
    expect(shown()).toBe(true);
    fireEvent.click(button('See Plans'));
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('keeps its place from the last visit until the balance is known', () => {
    signIn();
    photosStore.set({ status: 'loading', photos: [aPhoto()], hasMore: false });
    remember('user-1', { restores: 0 });
    renderThemed(<PromoBanner />);
    expect(shown()).toBe(true);
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 2 }));
    expect(shown()).toBe(false);
    forgetLastSeen();
  });

  test.each([
    ['signed out', { session: false, credits: none, photos: [aPhoto()] }],
    [
      'one restore left',
      { session: true, credits: { status: 'ready', restoresAvailable: 1 } as const, photos: [aPhoto()] },
    ],
    ['what was bought is on its way', { session: true, credits: { ...none, isAwaited: true }, photos: [aPhoto()] }],
    ['credits still loading', { session: true, credits: creditsStore.initial, photos: [aPhoto()] }],
    ['no photo', { session: true, credits: none, photos: [] }],
  ])('does not show: %s [spec 2.12]', (_why, { session, credits, photos }) => {
    if (session) signIn();
    creditsStore.set(credits);
    photosStore.set({ status: 'ready', photos, hasMore: false });
    renderThemed(<PromoBanner />);
    expect(shown()).toBe(false);
  });
});

describe('marketing sections', () => {
  test('three before/after pairs, three features, and the call to action [spec 2.28, 2.29, 2.30]', async () => {
    renderThemed(<Marketing />);
    for (const title of ['Portrait Restoration', 'Repair Damaged', 'Photo Colorization']) {
      const figure = screen.getByRole('heading', { name: title }).closest('figure')!;
      expect(within(figure).getByRole('slider').getAttribute('aria-valuenow')).toBe('50');
      // Those who cannot see the pictures hear what was wrong and what has become of it.
      expect(within(figure).getByAltText(new RegExp(`^Before: ${title}\\. A .*(woman|man)`))).toBeTruthy();
    }
    for (const title of ['AI Colorization', 'Scratch Repair', 'Preserve Faces']) {
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    }
    expect(screen.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeTruthy();
    fireEvent.click(button('Start Restoring'));
    expect(dialogStore.get().open).toBe('login');
  });
});

describe('footer', () => {
  test('contact opens a mail draft with the app name as subject; copyright; version [spec 2.31, 9.14]', () => {
    renderThemed(<Footer />);
    const contact = screen.getByRole('link', { name: 'Contact Us' });
    expect(contact.getAttribute('href')).toBe('mailto:support@heirlight.app?subject=Heirlight');
    expect(document.body.textContent).toContain('© Heirlight. All rights reserved.');
    expect(screen.getByText('App Version 2.6.0')).toBeTruthy();
  });

  test('leads to questions, privacy and terms, each with an address', () => {
    renderThemed(<Footer />);
    const hrefs = ['Questions', 'Privacy', 'Terms'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['#questions', '#privacy', '#terms']);
  });

  test('credits every photograph the page shows', async () => {
    renderThemed(<Footer />);
    const list = within((await screen.findByText('Picture credits')).closest('details')!);
    expect(list.getAllByRole('listitem', { hidden: true })).toHaveLength(4 + 6);
  });
});
