import { AppError } from '../../src/platform/errors';
import type { Prediction, PredictionProvider, PredictionRequest } from '../../src/platform/predictionProvider';

export interface FakeProvider extends PredictionProvider {
  requests: PredictionRequest[];
  jobs: Map<string, Prediction>;
  cancelled: string[];
  /** The next create is refused with this code, or its job is made but the response is lost. */
  nextCreate: AppError['code'] | 'lost' | null;
  /** Ends the only (or the named) job. */
  end(change: Partial<Prediction>, id?: string): Prediction;
}

/** The restore provider in memory: jobs run until the test ends them. */
export function fakeProvider(): FakeProvider {
  const jobs = new Map<string, Prediction>();
  const fake: FakeProvider = {
    requests: [],
    jobs,
    cancelled: [],
    nextCreate: null,
    async create(request) {
      const outcome = fake.nextCreate;
      fake.nextCreate = null;
      if (outcome !== null && outcome !== 'lost') throw new AppError(outcome, `The provider said ${outcome}`);
      const job: Prediction = {
        id: `job${jobs.size + 1}`,
        model: request.model,
        status: 'starting',
        outputUrl: null,
        error: null,
        logs: '',
        inputText: JSON.stringify(request.input),
        seconds: null,
      };
      fake.requests.push(request);
      jobs.set(job.id, job);
      if (outcome === 'lost') throw new AppError('provider_unavailable', 'socket hang up');
      return job;
    },
    async get(id) {
      return jobs.get(id) ?? null;
    },
    async cancel(id) {
      fake.cancelled.push(id);
      const job = jobs.get(id);
      if (job && (job.status === 'starting' || job.status === 'processing'))
        jobs.set(id, { ...job, status: 'canceled' });
    },
    async find(photoId, exceptId) {
      const found = [...jobs.values()].filter(({ id, inputText }) => inputText.includes(photoId) && id !== exceptId);
      return found.at(-1) ?? null;
    },
    end(change, id = [...jobs.keys()].at(-1) ?? '') {
      const job = jobs.get(id);
      if (!job) throw new Error(`There is no job ${id}`);
      const ended = { ...job, ...change };
      jobs.set(id, ended);
      return ended;
    },
  };
  return fake;
}
