import type { Sentence } from '../../core/failure-causes.js';
import { matterWords, type NoticeAudience, type WordedMatter } from '../../core/notice-words.js';
import type { AttentionItem } from './item.js';
import { kinds } from './kinds.js';

/** What is the matter and what to do, as a notice of it says. */
export function itemWords(
  item: AttentionItem,
  audience: NoticeAudience,
): { sentence: Sentence; next: Sentence } {
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
