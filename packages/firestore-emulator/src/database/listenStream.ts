import type { Authorizer, ListenStream } from './api';
import type { Clock } from './clock';
import type { DocumentStore } from './documentStore';
import { DocumentsView } from './documentsView';
import { FirestoreError, invalidArgument } from './errors';
import type { StoredChange } from './history';
import type { ActiveTarget, ListenRegistry, Subscriber } from './listenRegistry';
import { checkDocumentName, checkParent } from './names';
import { planQuery } from './queryPlan';
import { QueryView } from './queryView';
import type { ResumeTokens } from './resumeToken';
import { Snapshot } from './snapshot';
import { documentResponses } from './targetResponses';
import type { TargetUpdate, TargetView } from './targetView';
import { formatMicros, toMicros } from './timestamps';
import type { ListenResponse, Target } from './types';

interface Parts {
  databaseName: string;
  store: DocumentStore;
  clock: Clock;
  registry: ListenRegistry;
  tokens: ResumeTokens;
}

interface Client {
  send: (response: ListenResponse) => void;
  auth?: Authorizer | undefined;
  congested?: (() => boolean) | undefined;
}

/**
 * One client's stream of targets. A commit sends its responses before it returns, so a client never sees part of one.
 * A client that reads too slowly (`congested`) gets one merged response when it has caught up.
 * Source: https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenresponse
 */
export class TargetStream implements ListenStream, Subscriber {
  private readonly targets = new Map<number, ActiveTarget>();
  /** For a congested client: each target's changes since the last delivery, one per document. */
  private readonly held = new Map<ActiveTarget, Map<string, StoredChange>>();
  private heldUntil = 0;
  private readonly send: (response: ListenResponse) => void;
  private readonly auth: Authorizer | undefined;
  private readonly congested: () => boolean;

  constructor(
    private readonly parts: Parts,
    { send, auth, congested = () => false }: Client,
  ) {
    this.send = send;
    this.auth = auth;
    this.congested = congested;
  }

  add(target: Target & { targetId: number }): void {
    const id = target.targetId;
    // A new target's snapshot speaks for all targets, so none may be behind it.
    this.drained();
    this.forget(id);
    this.attempt(id, () => {
      const view = this.viewOf(target);
      const now = new Snapshot(this.parts.store, this.parts.clock.readTime());
      for (const response of this.opening(target, view, now)) this.send(response);
      const active = { id, view, subscriber: this };
      this.targets.set(id, active);
      this.parts.registry.add(active);
      this.sendSnapshot(now.time, id);
      if (target.once) this.remove(id);
    });
  }

  remove(targetId: number): void {
    if (!this.forget(targetId)) return;
    this.send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [targetId] } });
  }

  close(): void {
    for (const id of [...this.targets.keys()]) this.forget(id);
  }

  deliver(time: number, concerned: ReadonlyMap<ActiveTarget, StoredChange[]>): void {
    const congested = this.congested();
    if (!congested && this.held.size === 0) {
      this.tell(time, concerned);
      return;
    }
    for (const [target, changes] of concerned) this.hold(target, changes);
    this.heldUntil = time;
    if (!congested) this.drained();
  }

  drained(): void {
    if (this.held.size === 0) return;
    const merged = new Map([...this.held].map(([target, changes]) => [target, [...changes.values()]]));
    this.held.clear();
    this.tell(this.heldUntil, merged);
  }

  private hold(target: ActiveTarget, changes: readonly StoredChange[]): void {
    const known = this.held.get(target) ?? new Map<string, StoredChange>();
    this.held.set(target, known);
    for (const change of changes) {
      const before = known.has(change.name) ? (known.get(change.name)?.before ?? null) : change.before;
      if (before === change.after) known.delete(change.name);
      else known.set(change.name, { ...change, before });
    }
  }

  private tell(time: number, concerned: ReadonlyMap<ActiveTarget, StoredChange[]>): void {
    const updates = new Map<number, TargetUpdate>();
    for (const [target, changes] of concerned) {
      if (this.targets.get(target.id) !== target) continue;
      this.attempt(target.id, () => updates.set(target.id, target.view.update(changes)));
    }
    const responses = documentResponses(updates, formatMicros(time));
    for (const response of responses) this.send(response);
    if (responses.length > 0) this.sendSnapshot(time);
  }

  /** Checks the target and the rules. Throws FirestoreError. */
  private viewOf({ query, documents }: Target): TargetView {
    const { databaseName } = this.parts;
    if (query) {
      checkParent(databaseName, query.parent);
      if (query.structuredQuery.findNearest) throw invalidArgument('A vector search cannot be listened to.');
      const plan = planQuery(query.parent, query.structuredQuery);
      this.auth?.list(query.parent, query.structuredQuery);
      return new QueryView(plan);
    }
    const names = [...new Set(documents?.documents)];
    if (names.length === 0) throw invalidArgument('A target must be a query or name documents.');
    for (const name of names) checkDocumentName(databaseName, name);
    return new DocumentsView(names, this.auth);
  }

  /** The messages before CURRENT: the changes since the resume token, or all documents. */
  private opening(target: Target & { targetId: number }, view: TargetView, now: Snapshot): ListenResponse[] {
    const id = target.targetId;
    const since = this.resumeTime(target);
    const known = since !== undefined && this.parts.store.history.knows(since) && since <= now.time;
    const responses: ListenResponse[] = [{ targetChange: { targetChangeType: 'ADD', targetIds: [id] } }];
    const asksToResume = Boolean(target.resumeToken || target.readTime);
    if (asksToResume && !known) responses.push({ targetChange: { targetChangeType: 'RESET', targetIds: [id] } });
    const resumed = known ? view.reopen(new Snapshot(this.parts.store, since), now) : undefined;
    const update = resumed?.update ?? view.open(now);
    responses.push(...documentResponses(new Map([[id, update]]), now.readTime));
    const expected = typeof target.expectedCount === 'object' ? target.expectedCount?.value : target.expectedCount;
    if (resumed && typeof expected === 'number' && expected !== resumed.countThen) {
      responses.push({ filter: { targetId: id, count: resumed.countNow } });
    }
    return responses;
  }

  private resumeTime({ resumeToken, readTime }: Target): number | undefined {
    if (resumeToken) return this.parts.tokens.decode(resumeToken);
    return readTime ? toMicros(readTime) : undefined;
  }

  /** `current` is a target that has just become consistent. The message without targets applies to all of them. */
  private sendSnapshot(time: number, current?: number): void {
    const moment = { resumeToken: this.parts.tokens.encode(time), readTime: formatMicros(time) };
    if (current !== undefined) {
      this.send({ targetChange: { targetChangeType: 'CURRENT', targetIds: [current], ...moment } });
    }
    this.send({ targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], ...moment } });
  }

  /** An error ends this one target, not the stream. */
  private attempt(id: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof FirestoreError)) throw error;
      this.forget(id);
      const cause = { code: error.code, message: error.message };
      this.send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [id], cause } });
    }
  }

  private forget(id: number): boolean {
    const target = this.targets.get(id);
    if (target) {
      this.parts.registry.remove(target);
      this.held.delete(target);
    }
    return this.targets.delete(id);
  }
}
