import { z } from 'zod';
import type { Store } from '../store.js';

const failedJobSchema = z.object({
  key: z.string(),
  /** `poll`, `push`, … */
  kind: z.string(),
  /** The lane of the job (see `sync/job.ts`): a connection, or what the job is about. */
  lane: z.string(),
  /** Time of the first failure in a row. */
  since: z.number(),
  /** Number of consecutive failures. */
  tries: z.number(),
  nextTryAt: z.number(),
  /** The error, as a sentence for the operator. */
  sentence: z.string(),
});

/** A job whose last try failed. */
export type FailedJob = z.infer<typeof failedJobSchema>;

const prefix = 'job.failed ';

export async function failedJobs({ meta }: Pick<Store, 'meta'>): Promise<FailedJob[]> {
  const rows = await meta.under(prefix);
  return rows.flatMap(({ value }) => failedJobSchema.safeParse(JSON.parse(value)).data ?? []);
}

export function saveFailedJob({ meta }: Pick<Store, 'meta'>, job: FailedJob): Promise<void> {
  return meta.set(`${prefix}${job.key}`, JSON.stringify(job));
}

export function forgetFailedJob({ meta }: Pick<Store, 'meta'>, key: string): Promise<void> {
  return meta.remove(`${prefix}${key}`);
}
