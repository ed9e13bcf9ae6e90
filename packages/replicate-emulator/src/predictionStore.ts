import { isTerminal, type Prediction } from './prediction';

const PAGE_SIZE = 100;

export interface PredictionPage {
  results: Prediction[];
  /** Cursor of the following, older page. */
  next: string | null;
  /** Cursor of the page before, newer. */
  previous: string | null;
}

/**
 * The predictions of this run, newest last. Ended ones beyond `keep` are forgotten, oldest first; inputs, logs and
 * outputs go after `dataLifetimeMs`, as Replicate removes them after an hour.
 */
export class PredictionStore {
  readonly #predictions = new Map<string, Prediction>();

  constructor(readonly options: { keep: number; dataLifetimeMs: number }) {}

  add(prediction: Prediction): void {
    this.#predictions.set(prediction.id, prediction);
    let surplus = this.#predictions.size - this.options.keep;
    for (const [id, old] of this.#predictions) {
      if (surplus <= 0) break;
      if (!isTerminal(old)) continue;
      this.#predictions.delete(id);
      surplus -= 1;
    }
  }

  get(id: string): Prediction | undefined {
    return this.#predictions.get(id);
  }

  get all(): Prediction[] {
    return [...this.#predictions.values()];
  }

  /** Unfinished predictions, and the characters of the pictures they hold until they run. */
  get pending(): { count: number; characters: number } {
    const unfinished = this.all.filter((prediction) => !isTerminal(prediction));
    return {
      count: unfinished.length,
      characters: unfinished.reduce((sum, { image }) => sum + (image?.length ?? 0), 0),
    };
  }

  /** Newest first. A cursor is the id of a page's first prediction; null when it is unknown. */
  page(cursor: string | null, size = PAGE_SIZE): PredictionPage | null {
    const newestFirst = this.all.reverse();
    const start = cursor === null ? 0 : newestFirst.findIndex((prediction) => prediction.id === cursor);
    if (start < 0) return null;
    return {
      results: newestFirst.slice(start, start + size),
      next: newestFirst[start + size]?.id ?? null,
      previous: start === 0 ? null : (newestFirst[Math.max(0, start - size)]?.id ?? null),
    };
  }

  /** Removes the data of predictions that ended too long before `now`. */
  removeOldData(now: Date): void {
    for (const prediction of this.#predictions.values()) {
      const ended = prediction.completedAt;
      if (!ended || prediction.input === null) continue;
      if (now.getTime() - ended.getTime() < this.options.dataLifetimeMs) continue;
      prediction.input = null;
      prediction.output = null;
      prediction.logs = '';
    }
  }
}
