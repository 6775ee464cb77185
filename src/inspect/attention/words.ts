import { nothingToDo } from '../../texts/behind-words.js';
import { overviewText } from '../../texts/overview-words.js';
import type { Sentence } from '../../model/sentence.js';
import type { NoticeKind } from '../../core/setup/notice-plan.js';
import { noticeItemWords, type NoticeAudience, type WordedNotice } from '../../texts/notice-words.js';
import { counted, listingForms, serbianForm } from '../../texts/counted.js';
import {
  isKeptBackKind,
  keptBackCode,
  keptBackWords,
  type KeptBackKind,
} from '../../texts/listing/wait-words.js';
import { forAgencies } from '../../texts/listing/standing-sentences.js';
import type { AttentionItem } from './item.js';
import { kinds } from './kinds.js';

export interface ItemWords {
  sentence: Sentence;
  /** Empty: nothing to do. */
  next: Sentence;
}

/**
 * The texts of an item: those of its notice, or of the operators' overview for kinds without a notice. What is kept back has texts of its
 * own.
 * @param item `feeds`: the feeds of its group
 */
export function itemWords(
  item: AttentionItem & { feeds: number },
  owners: Sentence,
  audience: NoticeAudience,
): ItemWords {
  if (isKeptBackKind(item.kind)) return keptBackItemWords(item.kind, item, audience);
  const { notice, overview } = kinds[item.kind];
  if (notice !== null) return wordsOfNotice(wordedNotice(item, notice.kind), audience);
  if (overview === null) throw new TypeError(`no words for ${item.kind}`);
  const { subject, count, behind, reason, disk } = item;
  const { sentence, next, actor } = overviewText({
    ...{ kind: overview, subject, count, behind, reason, disk },
    agencies: 1,
    of: owners,
  });
  if (audience === 'staff') return { sentence, next };
  return { sentence, next: actor === 'agency' ? { sr: next.sr, en: forAgencies(next.en) } : nothingToDo };
}

function wordsOfNotice(item: WordedNotice, audience: NoticeAudience): ItemWords {
  const [sr, en] = [noticeItemWords(item, audience, 'sr'), noticeItemWords(item, audience, 'en')];
  return { sentence: { sr: sr.what, en: en.what }, next: { sr: sr.next, en: en.next } };
}

function wordedNotice(item: AttentionItem & { feeds: number }, kind: NoticeKind): WordedNotice {
  const { agency, count, hold, reason, subject, question, feeds } = item;
  return {
    kind,
    agency,
    count,
    reason,
    subject,
    ...(question !== null && { asked: { question, feeds } }),
    hold:
      hold === null
        ? null
        : {
            id: hold.id,
            kind: hold.kind,
            lines: hold.lineCount,
            inactive: hold.inactiveCount,
            cause: hold.cause,
            titles: [],
          },
  };
}

/** The texts of listings that are kept back, or of one refused request. */
export function keptBackItemWords(
  kind: KeptBackKind,
  { agency, count, subject, request }: AttentionItem,
  audience: NoticeAudience,
): ItemWords {
  const { why, next } = keptBackWords(kind, subject);
  const code = keptBackCode(kind, subject);
  const [of, listings] = [audience === 'agency' ? '' : `${agency}: `, counted(count, listingForms)];
  const sentence =
    request === null
      ? {
          sr: `${of}${listings.sr} ${serbianForm(count, 'čeka', 'čekaju', 'čeka')}: ${why.sr}${code}.`,
          en: `${of}${listings.en} ${count === 1 ? 'waits' : 'wait'}, because ${why.en}${code}.`,
        }
      : {
          sr: `${of}portal odbija samo zahtev ${request}, iako prihvata ključ${code}.`,
          en: `${of}the portal refuses the request ${request} although it accepts the key${code}.`,
        };
  const { sr, en } = next ?? { sr: '', en: '' };
  return { sentence, next: { sr, en: audience === 'agency' ? forAgencies(en) : en } };
}
