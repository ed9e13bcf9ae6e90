import { readStored, writeStored } from '../../lib/browserStorage';
import { createStore } from '../../lib/store';
import type { Toast } from '../../lib/toast';
import { lookAt } from './lookAt';

/** `off`: the user may be asked. `impossible`: the browser has none, or the user has refused. */
type Notifications = 'off' | 'on' | 'impossible';

const WANTED_KEY = 'heirlight.notify';

function known(): Notifications {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return 'impossible';
  return Notification.permission === 'granted' && readStored('localStorage', WANTED_KEY) ? 'on' : 'off';
}

/** Whether this device tells, outside the page, that a photo is restored. */
export const notificationsStore = createStore<Notifications>(known());

/** Asks for the permission; only ever on a press of the user. Never rejects. */
export async function askForNotifications(): Promise<void> {
  try {
    if ((await Notification.requestPermission()) === 'granted') writeStored('localStorage', WANTED_KEY, '1');
  } catch (error) {
    console.error('Notifications could not be asked for', error);
  }
  notificationsStore.set(known());
}

/** Tells what a toast says, outside the page; a press on it leads to the photo. Does nothing unless the user wants it. */
export async function notify({ title, description: body = '' }: Toast, photoId: string): Promise<void> {
  if (notificationsStore.get() !== 'on') return;
  const options = { body, tag: photoId, icon: '/favicon.svg' };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      lookAt(photoId);
      notification.close();
    };
  } catch {
    // Android shows only those of a service worker.
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await registration?.showNotification(title, options);
  }
}
