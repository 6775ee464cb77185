import type { Writer } from './database.js';
import type { Millis } from './rows.js';

/** A person's act, for whoever asks later who did it. */
export async function addAudit(
  writer: Writer,
  entry: { at: Millis; author: string; action: string; subject: string; data: Record<string, unknown> },
): Promise<void> {
  await writer
    .insertInto('audit')
    .values({ ...entry, data: JSON.stringify(entry.data) })
    .execute();
}
