import type { Sentence } from '../../core/failure-causes.js';
import { matterWords, type NoticeAudience, type WordedMatter } from '../../core/notice-words.js';
import { counted, listingForms, serbianForm } from '../../core/counted.js';
import {
  isKeptBackKind,
  keptBackCode,
  keptBackWords,
  type KeptBackKind,
} from '../../core/listing/wait-words.js';
import { forAgencies } from '../../core/standing.js';
import type { AttentionItem } from './item.js';
import { kinds } from './kinds.js';

export interface ItemWords {
  sentence: Sentence;
  /** Empty: nothing is to be done. */
  next: Sentence;
}

/** What is the matter and what to do, as a notice of it says. */
export function itemWords(item: AttentionItem, audience: NoticeAudience): ItemWords {
  if (isKeptBackKind(item.kind)) return keptBackItemWords(item.kind, item, audience);
  const matter = toldMatter(item);
  const [sr, en] = [matterWords(matter, audience, 'sr'), matterWords(matter, audience, 'en')];
  return { sentence: { sr: sr.what, en: en.what }, next: { sr: sr.next, en: en.next } };
}

function toldMatter(item: AttentionItem): WordedMatter {
  const { kind, agency, count, hold } = item;
  return {
    kind: kinds[kind].notice?.kind ?? 'feed_stalled',
    agency,
    count,
    hold: hold === null ? null : { id: hold.id, kind: hold.kind, lines: hold.lineCount, titles: [] },
  };
}

/** Of listings that wait, or of one request that does. */
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
          en: `${of}the portal refuses the request ${request} although it takes the key${code}.`,
        };
  const { sr, en } = next ?? { sr: '', en: '' };
  return { sentence, next: { sr, en: audience === 'agency' ? forAgencies(en) : en } };
}
