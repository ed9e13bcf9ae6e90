// Why: docs/decisions/2026-11-23-a-draft-waits-on-the-device.md
import { readStored, writeStored } from '../../lib/browserStorage';
import { hasSessionHint, wasSessionLost } from '../session/sessionHint';
import type { SessionUser } from '../session/sessionStore';

/** Whose something stored on this device is. */
export interface Label {
  /** When it was chosen, in milliseconds since 1970. */
  keptAt: number;
  /** The tab that it was chosen in. Whoever logs in there has chosen it. */
  tab: string;
  /** The account that it belongs to from its first login on. */
  userId?: string | undefined;
  /** Where the tab has sent a link: whoever follows it logs in in another tab. In lower case. */
  email?: string | undefined;
}

export interface Labelled<Content> {
  content: Content;
  label: Label;
}

/** Where something is stored. Without a label it has just been handed to the page that opens (`adopt`). */
export interface OwnedStorage<Content> {
  write(content: Content, label: Label): Promise<void>;
  read(): Promise<(Omit<Labelled<Content>, 'label'> & { label?: Label | undefined }) | null>;
  delete(): Promise<void>;
}

/** Which tabs are open and have locked what is stored. The browser releases it for a tab that is closed or killed. */
export interface Tabs {
  /** Locks it for this tab, until the returned function is called. */
  lock(tab: string): () => void;
  isLocked(tab: string): Promise<boolean>;
}

export interface OwnerDeps<Content> {
  storage: OwnedStorage<Content>;
  tabs: Tabs;
  tab: () => string;
  now: () => number;
  /** How long it waits for somebody to come back, in milliseconds. */
  keptForMs: number;
}

/**
 * What is saved on this device only: through logging in and signing up, a reload, a link in an e-mail, a checkout. It
 * belongs to the tab that it was chosen in and, from the first login there on, to that account. Anybody else who logs in
 * ends it, unseen, and so does a logout; a session that ends by itself does not. The calls are carried out one after the
 * other.
 */
export function createSavedForOwner<Content>({ storage, tabs, tab, now, keptForMs }: OwnerDeps<Content>) {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  let release = () => {};
  const write = async (content: Content, label: Partial<Label>) => {
    await storage.write(content, { keptAt: now(), tab: tab(), ...label });
    release();
    release = tabs.lock(tab());
  };
  const clear = async () => {
    release();
    await storage.delete();
  };
  const read = async (): Promise<Labelled<Content> | null> => {
    const { content, label } = (await storage.read()) ?? {};
    if (!content || !label) return null;
    if (now() - label.keptAt < keptForMs) return { content, label };
    await clear();
    return null;
  };
  const isOurs = ({ label }: { label: Label }) => label.tab === tab();

  return {
    /** Saves in place of what was saved before: for this user, or for whoever logs in here next. */
    save(content: Content, userId?: string): Promise<void> {
      return inTurn(() => write(content, { userId }));
    },

    /**
     * Returns what was handed to this page while it opened. Null if there is nothing: what is somebody else's has a label.
     *
     * @param isSaved whether it is saved as this tab's from now on; else only the page has it
     */
    adopt(isSaved: (content: Content) => boolean): Promise<Content | null> {
      return inTurn(async () => {
        const { content, label } = (await storage.read()) ?? {};
        if (!content || label) return null;
        await (isSaved(content) ? write(content, {}) : storage.delete());
        return content;
      });
    },

    /** Whoever logs in with this address, in whatever tab, has chosen it here. */
    linkSentTo(email: string): Promise<void> {
      return inTurn(async () => {
        const stored = await read();
        if (stored && isOurs(stored) && !stored.label.userId)
          await storage.write(stored.content, { ...stored.label, email: email.trim().toLowerCase() });
      });
    },

    /** Discards it: it is sent, or not wanted any more. What another tab has saved stays, and what a lost session left. */
    discard(): Promise<void> {
      const isLost = wasSessionLost() && !hasSessionHint();
      return inTurn(async () => {
        const stored = await read();
        if (stored && isOurs(stored) && !(isLost && stored.label.userId)) await clear();
      });
    },

    /** Another tab of the same user may open it from now on. */
    release(): void {
      release();
    },

    /** Returns what waits here for a login. */
    awaitingLogin(): Promise<Content | null> {
      return inTurn(async () => {
        const stored = await read();
        return stored && isOurs(stored) && !stored.label.userId ? stored.content : null;
      });
    },

    /**
     * Returns what belongs to whoever is signed in now, and is from then on theirs alone. Discards what is somebody
     * else's. Null if there is nothing for them here, or if another open tab of theirs shows it.
     */
    claimFor(user: Pick<SessionUser, 'id' | 'email'> | null): Promise<Content | null> {
      return inTurn(async () => {
        const stored = await read();
        if (!stored) return null;
        const { content, label } = stored;
        const isOpenElsewhere = !isOurs(stored) && (await tabs.isLocked(label.tab));
        if (!user) {
          if (label.userId && !wasSessionLost()) await clear();
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
        await write(content, { ...label, tab: tab(), userId: user.id, email: undefined });
        return content;
      });
    },
  };
}

const TAB = 'tab';

/** Where the browser refuses storage, a tab has its name as long as the page. */
let ofPage: string | null = null;

/** Returns this tab's name. A reload keeps it, and so does a way that leads to another site and back. */
export function thisTab(): string {
  ofPage ??= readStored('sessionStorage', TAB) ?? crypto.randomUUID();
  writeStored('sessionStorage', TAB, ofPage);
  return ofPage;
}

/** The tabs of this browser that have locked something of this name. */
export function openTabs(name: string): Tabs {
  const lockOf = (tab: string) => `${name}-${tab}`;
  return {
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
      return held.some(({ name: lock }) => lock === lockOf(tab));
    },
  };
}
