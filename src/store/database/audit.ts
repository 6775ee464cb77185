import { sql } from 'kysely';
import { literally } from './queries.js';
import type { Database, Writer } from './database.js';
import type { Millis } from '../../model/millis.js';
import type { AuditStore } from '../store.js';

/** Adds an audit line about a person's act, in the caller's transaction. */
export async function addAudit(
  writer: Writer,
  entry: { at: Millis; author: string; action: string; subject: string; data: Record<string, unknown> },
): Promise<void> {
  await writer
    .insertInto('audit')
    .values({ ...entry, data: JSON.stringify(entry.data) })
    .execute();
}

export function createAudit({ db, write }: Database): AuditStore {
  return {
    add: (entry) => write((writer) => addAudit(writer, entry)),
    async list({ limit, before, text }) {
      let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit);
      if (before !== undefined) query = query.where('id', '<', before);
      if (text !== undefined) {
        const part = `%${literally(text.toLowerCase())}%`;
        const columns = ['author', 'action', 'subject', 'data'] as const;
        query = query.where((each) =>
          each.or(columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`)),
        );
      }
      const rows = await query.execute();
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }));
    },
  };
}
