// Why: docs/decisions/2026-11-23-kept-photo.md
import type { ToolId } from '@heirlight/contract/tools';
import { readStored, writeStored } from '../../lib/browserStorage';
import type { SessionUser } from '../session/sessionStore';
import { clearShelf, type Kept, type Label, lookOnShelf, shelveWithLabel } from './photoShelf';

/** A photo that nobody came back for is forgotten after a day. */
export const KEPT_FOR_MS = 24 * 60 * 60_000;

export interface Shelf {
  put(photo: File, label: Label): Promise<void>;
  look(): Promise<Kept | null>;
  clear(): Promise<void>;
}

/** Which tabs are open and hold the photo. The browser lets go for a tab that is closed or killed. */
export interface Tabs {
  /** Says that this tab holds it, until the returned function is called. */
  hold(tab: string): () => void;
  isHeld(tab: string): Promise<boolean>;
}

interface Deps {
  shelf: Shelf;
  tabs: Tabs;
  tab: () => string;
  now: () => number;
}

/**
 * A photo that is chosen and not sent yet, kept on this device only: through logging in and signing up, a reload, a link
 * in an e-mail, a checkout. It belongs to the tab that it was chosen in and, from the first login there on, to that
 * account. Anybody else who logs in ends it, unseen. The calls are carried out one after the other.
 */
export function createKeptPhoto({ shelf, tabs, tab, now }: Deps) {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  let letGo = () => {};
  const hold = () => {
    letGo();
    letGo = tabs.hold(tab());
  };
  const clear = async () => {
    letGo();
    await shelf.clear();
  };
  const look = async () => {
    const { file, label } = (await shelf.look()) ?? {};
    if (!file || !label) return null;
    if (now() - label.keptAt < KEPT_FOR_MS) return { file, label };
    await clear();
    return null;
  };
  const isOurs = ({ label }: { label: Label }) => label.tab === tab();

  return {
    /** Keeps a chosen photo, in place of another: of this user, or of whoever logs in here next. */
    keep(file: File, { userId, toolId }: Pick<Label, 'userId' | 'toolId'> = {}): Promise<void> {
      return inTurn(async () => {
        await shelf.put(file, { keptAt: now(), tab: tab(), userId, toolId });
        hold();
      });
    },

    /**
     * Returns a photo that was handed to this page while it opened, which keeps it from now on. Null if there is none: a
     * photo of somebody else has a label.
     */
    adopt(): Promise<File | null> {
      return inTurn(async () => {
        const { file, label } = (await shelf.look()) ?? {};
        if (!file || label) return null;
        await shelf.put(file, { keptAt: now(), tab: tab() });
        hold();
        return file;
      });
    },

    /** Whoever logs in with this address, in whatever tab, has chosen the photo here. */
    linkSentTo(email: string): Promise<void> {
      return inTurn(async () => {
        const kept = await look();
        if (kept && isOurs(kept) && !kept.label.userId)
          await shelf.put(kept.file, { ...kept.label, email: email.trim().toLowerCase() });
      });
    },

    /** Forgets the photo: it is sent, or not wanted any more. One that another tab keeps stays. */
    forget(): Promise<void> {
      return inTurn(async () => {
        const kept = await look();
        if (kept && isOurs(kept)) await clear();
      });
    },

    /** Another tab of the same user may show the photo from now on. */
    letGo(): void {
      letGo();
    },

    /** Returns the photo that waits here for a login. */
    waiting(): Promise<File | null> {
      return inTurn(async () => {
        const kept = await look();
        return kept && isOurs(kept) && !kept.label.userId ? kept.file : null;
      });
    },

    /**
     * Returns the photo of whoever is signed in now, which is from then on theirs alone. Forgets the photo of somebody
     * else. Null if there is none for them here, or if another open tab of theirs shows it.
     */
    takeFor(
      user: Pick<SessionUser, 'id' | 'email'> | null,
    ): Promise<{ file: File; toolId?: ToolId | undefined } | null> {
      return inTurn(async () => {
        const kept = await look();
        if (!kept) return null;
        const { file, label } = kept;
        const isOpenElsewhere = !isOurs(kept) && (await tabs.isHeld(label.tab));
        if (!user) {
          if (label.userId) await clear();
          return null;
        }
        const isTheirs = label.userId
          ? label.userId === user.id
          : isOurs(kept) || label.email === user.email.toLowerCase();
        if (!isTheirs) {
          // The page that it was chosen on still shows it, and has heard of the login.
          if (label.userId || !isOpenElsewhere) await clear();
          return null;
        }
        if (label.userId && isOpenElsewhere) return null;
        await shelf.put(file, { ...label, tab: tab(), userId: user.id, email: undefined });
        hold();
        return { file, toolId: label.toolId };
      });
    },
  };
}

export type KeptPhoto = ReturnType<typeof createKeptPhoto>;

/** Where a browser refuses storage, the photo is kept as long as the page. */
function deviceShelf(): Shelf {
  let inMemory: Kept | null = null;
  return {
    async put(file, label) {
      inMemory = null;
      await shelveWithLabel(file, label).catch((error: unknown) => {
        console.error('The photo is kept as long as the page only', error);
        inMemory = { file, label };
      });
    },
    look: () =>
      lookOnShelf().then(
        (found) => found ?? inMemory,
        () => inMemory,
      ),
    async clear() {
      inMemory = null;
      await clearShelf().catch(() => undefined);
    },
  };
}

const TAB = 'tab';

/** Where the browser refuses storage, a tab has its name as long as the page. */
let ofPage: string | null = null;

/** Returns this tab's name. A reload keeps it, and so does a way that leads to another site and back. */
function thisTab(): string {
  ofPage ??= readStored('sessionStorage', TAB) ?? crypto.randomUUID();
  writeStored('sessionStorage', TAB, ofPage);
  return ofPage;
}

const lockOf = (tab: string) => `kept-photo-${tab}`;

const openTabs: Tabs = {
  hold(tab) {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks?.request(lockOf(tab), { mode: 'shared' }, () => held).catch(console.error);
    return letGo;
  },
  async isHeld(tab) {
    // Refused where storage is.
    const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
    return held.some(({ name }) => name === lockOf(tab));
  },
};

/** This page's. */
export const keptPhoto = createKeptPhoto({ shelf: deviceShelf(), tabs: openTabs, tab: thisTab, now: Date.now });
