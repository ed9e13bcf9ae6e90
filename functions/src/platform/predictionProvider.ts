/** One job at the restore provider, reduced to what the backend acts on. */
export interface Prediction {
  id: string;
  /** `owner/name`; null when the provider does not say. */
  model: string | null;
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** URL of the output file; null unless it succeeded. */
  outputUrl: string | null;
  error: string | null;
  logs: string;
  /** The inputs as text, in which the photo's id can be found; empty once the provider removed its data. */
  inputText: string;
  /** How long the model ran, in seconds; null when the provider does not say. */
  seconds: number | null;
}

export const isRunning = ({ status }: Prediction): boolean => status === 'starting' || status === 'processing';

export interface PredictionRequest {
  /** `owner/name`, for official models. */
  model: string;
  /** Pinned version hash, for community models; it wins over `model`. */
  version: string | null;
  input: Record<string, string | number | boolean | string[]>;
  webhookUrl: string;
}

/** The restore provider. Methods throw AppError `provider_*` with the provider's own words in the message. */
export interface PredictionProvider {
  /** One attempt, never repeated: a repeat after a lost response would run and bill the job twice. */
  create(request: PredictionRequest): Promise<Prediction>;
  /** Null when the provider does not know the id (any more). */
  get(id: string): Promise<Prediction | null>;
  cancel(id: string): Promise<void>;
  /**
   * The newest job of the last hour for this photo, found by the photo's id in its inputs; null when there is none.
   *
   * @param exceptId a job to pass over
   */
  find(photoId: string, exceptId?: string | null): Promise<Prediction | null>;
}
