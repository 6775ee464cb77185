import type { z } from '@hono/zod-openapi';
import type { FeedNames } from '../../../documents/feed.js';
import { iso } from '../../../documents/time.js';
import { authorName } from '../../../texts/decisions/author-names.js';
import { decisionSentence } from '../../../texts/decisions/decision-words.js';
import type { AuditRecord } from '../../../store/store.js';
import type { AuditSchema } from './schemas.js';

/** What a line of the audit is about. */
interface Subject {
  /** As people call it. */
  name: string;
  /** Its page of the console. */
  link: string | null;
}

/** A line of the audit, as a sentence and as it is stored. */
export function auditDocument(
  record: AuditRecord,
  { feedName, showTime }: { feedName: FeedNames; showTime: (at: number) => string },
): z.input<typeof AuditSchema> {
  const { data, at, author, ...row } = record;
  const { name, link } = subjectOf(record, feedName);
  return {
    ...row,
    author,
    at: iso(at),
    data: JSON.stringify(data),
    sentence: decisionSentence({ ...row, subject: name, data, showTime }),
    who: authorName(author),
    link,
  };
}

/** Subjects are stored as `hold 3`, `feed 7`, `feed NAME`, `agency NAME`, `account NAME`, or as the id of a listing or connection. */
function subjectOf({ subject, data }: AuditRecord, feedName: FeedNames): Subject {
  const [, kind = '', id = subject] = /^(hold|feed|agency|account) (.*)$/su.exec(subject) ?? [];
  const connection = data.connection ?? data.connectionId;
  switch (kind) {
    case 'hold':
      return { name: id, link: `/holds/${id}` };
    case 'feed': {
      const name = /^\d+$/.test(id) ? (feedName(Number(id)) ?? id) : id;
      return { name, link: page('feeds', name) };
    }
    case 'agency':
      return { name: id, link: page('agencies', id) };
    case 'account':
      return { name: id, link: null };
    default:
      if (typeof connection !== 'string') return { name: id, link: null };
      return {
        name: id,
        link: connection === id ? page('connections', id) : page('listings', connection, id),
      };
  }
}

function page(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}
