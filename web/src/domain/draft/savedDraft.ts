// Why: docs/decisions/2026-11-23-a-draft-waits-on-the-device.md
import { readStored, writeStored } from '../../lib/browserStorage';
import type { SessionUser } from '../session/sessionStore';
import type { Draft } from './draft';
import {
  type DraftLabel,
  deleteStoredDraft,
  readStoredDraft,
  type StoredDraft,
  storeLabelledDraft,
} from './draftStorage';

/** A draft that nobody came back for is discarded after a day. */
export const SAVED_FOR_MS = 24 * 60 * 60_000;

export interface DraftStorage {
  write(file: File, label: DraftLabel): Promise<void>;
  read(): Promise<StoredDraft | null>;
  delete(): Promise<void>;
}

/** Which tabs are open and have locked the draft. The browser releases it for a tab that is closed or killed. */
export interface Tabs {
  /** Locks the draft for this tab, until the returned function is called. */
  lock(tab: string): () => void;
  isLocked(tab: string): Promise<boolean>;
}

interface Deps {
  storage: DraftStorage;
  tabs: Tabs;
  tab: () => string;
  now: () => number;
}

/**
 * The draft that is saved on this device only: through logging in and signing up, a reload, a link in an e-mail, a
 * checkout. It belongs to the tab that it was chosen in and, from the first login there on, to that account. Anybody else
 * who logs in ends it, unseen. The calls are carried out one after the other.
 */
export function createSavedDraft({ storage, tabs, tab, now }: Deps) {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  let release = () => {};
  const lock = () => {
    release();
    release = tabs.lock(tab());
  };
  const clear = async () => {
    release();
    await storage.delete();
  };
  const read = async () => {
    const { file, label } = (await storage.read()) ?? {};
    if (!file || !label) return null;
    if (now() - label.keptAt < SAVED_FOR_MS) return { file, label };
    await clear();
    return null;
  };
  const isOurs = ({ label }: { label: DraftLabel }) => label.tab === tab();

  return {
    /** Saves a draft in place of the one before: of this user, or of whoever logs in here next. */
    save({ file, toolId }: Draft, userId?: string): Promise<void> {
      return inTurn(async () => {
        await storage.write(file, { keptAt: now(), tab: tab(), userId, toolId });
        lock();
      });
    },

    /**
     * Returns the files that were handed to this page while it opened, which saves a single one as its own. Empty if
     * there are none: a draft of somebody else has a label.
     */
    adopt(): Promise<File[]> {
      return inTurn(async () => {
        const { file, others = [], label } = (await storage.read()) ?? {};
        if (!file || label) return [];
        // As its own, the first would open alone (resumeDraft.ts).
        if (others.length > 0) await storage.delete();
        else {
          await storage.write(file, { keptAt: now(), tab: tab() });
          lock();
        }
        return [file, ...others];
      });
    },

    /** Whoever logs in with this address, in whatever tab, has chosen the draft here. */
    linkSentTo(email: string): Promise<void> {
      return inTurn(async () => {
        const stored = await read();
        if (stored && isOurs(stored) && !stored.label.userId)
          await storage.write(stored.file, { ...stored.label, email: email.trim().toLowerCase() });
      });
    },

    /** Discards the draft: it is sent, or not wanted any more. One that another tab has saved stays. */
    discard(): Promise<void> {
      return inTurn(async () => {
        const stored = await read();
        if (stored && isOurs(stored)) await clear();
      });
    },

    /** Another tab of the same user may open the draft from now on. */
    release(): void {
      release();
    },

    /** Returns the file of the draft that waits here for a login. */
    awaitingLogin(): Promise<File | null> {
      return inTurn(async () => {
        const stored = await read();
        return stored && isOurs(stored) && !stored.label.userId ? stored.file : null;
      });
    },

    /**
     * Returns the draft of whoever is signed in now, which is from then on theirs alone. Discards the draft of somebody
     * else. Null if there is none for them here, or if another open tab of theirs shows it.
     */
    claimFor(user: Pick<SessionUser, 'id' | 'email'> | null): Promise<Draft | null> {
      return inTurn(async () => {
        const stored = await read();
        if (!stored) return null;
        const { file, label } = stored;
        const isOpenElsewhere = !isOurs(stored) && (await tabs.isLocked(label.tab));
        if (!user) {
          if (label.userId) await clear();
          return null;
        }
        const isTheirs = label.userId
          ? label.userId === user.id
          : isOurs(stored) || label.email === user.email.toLowerCase();
        if (!isTheirs) {
          // The page that it was chosen on still shows it, and has heard of the login.
          if (label.userId || !isOpenElsewhere) await clear();
          return null;
        }
        if (label.userId && isOpenElsewhere) return null;
        await storage.write(file, { ...label, tab: tab(), userId: user.id, email: undefined });
        lock();
        return { file, toolId: label.toolId };
      });
    },
  };
}

export type SavedDraft = ReturnType<typeof createSavedDraft>;

/** Where a browser refuses storage, the draft lasts as long as the page. */
function deviceStorage(): DraftStorage {
  let inMemory: StoredDraft | null = null;
  return {
    async write(file, label) {
      inMemory = null;
      await storeLabelledDraft(file, label).catch((error: unknown) => {
        console.error('The draft lasts as long as the page only', error);
        inMemory = { file, label };
      });
    },
    read: () =>
      readStoredDraft().then(
        (found) => found ?? inMemory,
        () => inMemory,
      ),
    async delete() {
      inMemory = null;
      await deleteStoredDraft().catch(() => undefined);
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

/** As in tabs that run an earlier build. */
const lockOf = (tab: string) => `kept-photo-${tab}`;

const openTabs: Tabs = {
  lock(tab) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    navigator.locks?.request(lockOf(tab), { mode: 'shared' }, () => released).catch(console.error);
    return release;
  },
  async isLocked(tab) {
    // Refused where storage is.
    const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
    return held.some(({ name }) => name === lockOf(tab));
  },
};

/** This page's. */
export const savedDraft = createSavedDraft({ storage: deviceStorage(), tabs: openTabs, tab: thisTab, now: Date.now });
