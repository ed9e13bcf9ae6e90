import { ownerOf } from '../support/owner';
import type { World } from '../support/world';
import { cameBack } from './photoGroups';

/** More would mean that a request gets nowhere. */
const MAX_DELIVERIES = 5;

interface Observer {
  /** Takes a photo's end: the one that replaces it, and whether its restore came back. */
  replaced(photoId: string, by: string, wasRefunded: boolean): void;
  /** Lets rejections that are meant, and planned troubles, pass. */
  unlessRefused(work: Promise<unknown>): Promise<void>;
}

/** The shop's owner, who writes requests in the console. What fails in passing is delivered again. */
export function shopOwner(world: World, { replaced, unlessRefused }: Observer) {
  const owner = ownerOf(world);
  /** What each grant that was answered with success gave. */
  const grants = new Map<string, { uid: string; restores: number }>();
  /** Requests without an answer, with their deliveries. */
  const waiting = new Map<string, () => Promise<void>>();
  let written = 0;

  async function noteAnswer(id: string): Promise<void> {
    const { action, state, account: uid, restores, result } = (await owner.answer(id)) ?? {};
    if (state === 'PROCESSING') return;
    waiting.delete(id);
    if (state !== 'SUCCESS') return;
    if (action === 'grant') grants.set(id, { uid, restores });
    if (result.replaces === undefined) return;
    const { replaces, photo } = result;
    replaced(replaces, photo, await cameBack(world.db, { uid, replaced: replaces, by: photo }));
  }

  return {
    grants,

    /** Writes a request that is delivered `times` times at once. */
    async ask(request: object, times: number): Promise<void> {
      const id = `ask${written++}`;
      const deliver = await owner.write({ ...request, reason: 'Drawn' }, id);
      waiting.set(id, deliver);
      await Promise.all(Array.from({ length: times }, () => unlessRefused(deliver())));
      await noteAnswer(id);
    },

    /** Delivers what has no answer again, as the platform does for a day: a planned trouble may still lie ahead. */
    async deliverRest(): Promise<void> {
      for (let round = 0; round < MAX_DELIVERIES; round++) {
        for (const [id, deliver] of waiting) {
          await unlessRefused(deliver());
          await noteAnswer(id);
        }
      }
      if (waiting.size > 0) throw new Error(`Requests have no answer: ${[...waiting.keys()].join(', ')}`);
    },
  };
}
