import { DateTime } from 'luxon';
import { counted, listingForms, serbianForm } from '../texts/counted.js';
import type { Sentence } from '../model/sentence.js';
import type { Run } from '../model/run.js';
import type { FeedRecord } from '../model/feed.js';
import type { Millis } from '../model/millis.js';

/** The result of a feed's latest read, for its agency. */
export interface FeedReading {
  readAt: Millis | null;
  /** When the file was written, from `Last-Modified`; null without it. */
  fileAt: Millis | null;
  /** The file differed from the former one. */
  newFile: boolean;
  sentence: Sentence;
}

/**
 * The sentence without `asked` stands on a page whose reader may have changed nothing: it says when a new file was read last. The answer to
 * a check says what it means for who waits for a change to appear.
 * @param poll the latest ended poll; null: none
 */
export function readingOf(
  feed: Pick<FeedRecord, 'life' | 'lastPollAt' | 'lastModified' | 'nextPollAt'>,
  poll: Pick<Run, 'state' | 'balance' | 'endedAt' | 'startedAt'> | null,
  zone: string,
  now: Millis,
  view: { asked: true } | { asked: false; lastNewAt: Millis | null },
): FeedReading {
  const readAt = poll?.endedAt ?? feed.lastPollAt;
  const fileAt = fileTime(feed.lastModified);
  const at = (moment: Millis): Sentence => clockTime(moment, zone, now);
  const newFile = poll !== null && (poll.state === 'done' || poll.state === 'held');
  const sentence =
    poll === null || readAt === null
      ? { sr: 'Fajl još nije pročitan.', en: 'The file has not been read yet.' }
      : sentenceOf(poll, {
          read: at(readAt),
          file: fileAt === null ? null : at(fileAt),
          next: at(feed.nextPollAt),
          asked: view.asked,
          lastNew: view.asked || view.lastNewAt === null ? null : at(view.lastNewAt),
        });
  return { readAt, fileAt, newFile, sentence };
}

interface ShownTimes {
  read: Sentence;
  file: Sentence | null;
  next: Sentence;
  /** It answers a check. */
  asked: boolean;
  /** When a file that differed from the former one was read last. */
  lastNew: Sentence | null;
}

function sentenceOf({ state, balance }: Pick<Run, 'state' | 'balance'>, times: ShownTimes): Sentence {
  const { read, file, next, asked } = times;
  const head = {
    sr: `Pročitano ${read.sr}${file === null ? '' : `, fajl je napravljen ${file.sr}`}`,
    en: `Read ${read.en}${file === null ? '' : `, file written ${file.en}`}`,
  };
  switch (state) {
    case 'unchanged':
      return unchanged(head, times);
    case 'done':
      return found(head, balance, asked);
    case 'held':
      return {
        sr: `${head.sr}: fajl se mnogo razlikuje od prethodnog, pa čeka odluku. Na portalu ostaje sve kako jeste.`,
        en: `${head.en}: the file differs a lot from the former one, so it waits for a decision. The portal stays as it is.`,
      };
    case 'deferred':
      return {
        sr: `${head.sr}: isti je kao jedan raniji fajl, pa se proverava još jednom ${next.sr}.`,
        en: `${head.en}: it equals an earlier file, so the next reading looks again (${next.en}).`,
      };
    default:
      return {
        sr: `Fajl nije mogao da se pročita ${read.sr}; sledeći pokušaj je ${next.sr}. Na portalu ostaje sve kako jeste.`,
        en: `The file could not be read at ${read.en}; it is tried again at ${next.en}. The portal stays as it is.`,
      };
  }
}

function unchanged(head: Sentence, { asked, lastNew }: ShownTimes): Sentence {
  if (asked)
    return {
      sr: `${head.sr}, ništa novo: izmena još nije u fajlu.`,
      en: `${head.en}, nothing new: the change is not in the export yet.`,
    };
  const since = {
    sr: lastNew === null ? '' : ` Poslednji nov fajl je pročitan ${lastNew.sr}.`,
    en: lastNew === null ? '' : ` The last new file was read at ${lastNew.en}.`,
  };
  return { sr: `${head.sr}, bez izmena.${since.sr}`, en: `${head.en}, no changes.${since.en}` };
}

function found(
  head: Sentence,
  { queued = 0, held = 0, invalid = 0 }: Record<string, number>,
  asked: boolean,
): Sentence {
  const sending = counted(queued, listingForms);
  const notPublishable = counted(invalid, listingForms);
  const parts = [
    queued > 0
      ? {
          sr: `na portal ${serbianForm(queued, 'ide', 'idu', 'ide')} ${sending.sr}`,
          en: `${sending.en} to send to the portal`,
        }
      : null,
    invalid > 0
      ? {
          sr: `od novih i izmenjenih ${serbianForm(invalid, 'ne može da se objavi', 'ne mogu da se objave', 'ne može da se objavi')} ${notPublishable.sr}`,
          en: `of the new and changed ones ${notPublishable.en} cannot be published`,
        }
      : null,
    held > 0
      ? {
          sr: `${serbianForm(held, 'čeka', 'čekaju', 'čeka')} vašu odluku ${counted(held, listingForms).sr}`,
          en: `${counted(held, listingForms).en} ${held === 1 ? 'waits' : 'wait'} for your decision`,
        }
      : null,
  ].filter((part) => part !== null);
  if (queued === 0)
    parts.unshift({
      sr: `nijedan oglas se nije promenio${asked ? ': izmena još nije u fajlu' : ''}`,
      en: `no listing changed${asked ? ': the change is not in the export yet' : ''}`,
    });
  return {
    sr: `${head.sr}: ${parts.map(({ sr }) => sr).join(', ')}.`,
    en: `${head.en}: ${parts.map(({ en }) => en).join(', ')}.`,
  };
}

/** Parses `Last-Modified`. Servers that generate the file on request send the time of the request. */
function fileTime(lastModified: string | null): Millis | null {
  const at = lastModified === null ? NaN : Date.parse(lastModified);
  return Number.isNaN(at) ? null : at;
}

/** `14:03`, in Serbian `u 14:03`; with the day where that is not today. */
function clockTime(at: Millis, zone: string, now: Millis): Sentence {
  const moment = DateTime.fromMillis(at, { zone });
  const day = moment.hasSame(DateTime.fromMillis(now, { zone }), 'day') ? '' : moment.toFormat('d.M. ');
  const time = moment.toFormat('HH:mm');
  return { sr: `${day}u ${time}`, en: `${day}${time}` };
}
