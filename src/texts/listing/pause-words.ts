import { quotedSr } from '../phrasing.js';
import type { PortalConnection } from '../../model/connection.js';
import type { Actor, Sentence } from '../../model/sentence.js';

/** The side that paused a connection, as the portal names it. */
export type PausedBy = 'agency' | 'staff';

export interface PauseWords {
  actor: Actor;
  /** A clause without a final stop: who paused the connection, with the reason given, verbatim. */
  why: Sentence;
  /** A full sentence: only the side that paused the connection resumes it. */
  next: Sentence;
}

/** Who paused a connection: an unnamed side counts as the agency, which can look at the portal. */
export function pausedBy(paused: PortalConnection['paused']): PausedBy | null {
  return paused === null ? null : paused.by === 'staff' ? 'staff' : 'agency';
}

/** The side that an attention item names as its subject. */
export function pauseSide(subject: string | null): PausedBy | null {
  return subject === 'staff' || subject === 'agency' ? subject : null;
}

export function pauseWords(by: PausedBy | null, reason: string | null): PauseWords {
  const { actor, who, next } = sides[by ?? 'unknown'];
  const given = reason === null || reason === '' ? null : reason;
  return {
    actor,
    why: {
      sr: given === null ? who.sr : `${who.sr} (${quotedSr(given)})`,
      en: given === null ? who.en : `${who.en} (“${given}”)`,
    },
    next,
  };
}

const resumeThere: Sentence = {
  sr: 'Nastavlja je agencija, na portalu; sve se potom automatski šalje.',
  en: 'The agency resumes it at the portal; everything is then sent automatically.',
};

const sides: Readonly<Record<PausedBy | 'unknown', { actor: Actor; who: Sentence; next: Sentence }>> = {
  agency: {
    actor: 'agency',
    who: { sr: 'konekciju je pauzirala agencija', en: 'the connection is paused by the agency' },
    next: resumeThere,
  },
  staff: {
    actor: 'portal_staff',
    who: {
      sr: 'konekciju je pauziralo osoblje portala',
      en: 'the connection is paused by the portal’s staff',
    },
    next: {
      sr: 'Nastavlja je osoblje portala: obratite mu se. Sve se potom automatski šalje.',
      en: 'The portal’s staff resume it: contact them. Everything is then sent automatically.',
    },
  },
  unknown: {
    actor: 'agency',
    who: { sr: 'konekcija je pauzirana na portalu', en: 'the connection is paused' },
    next: resumeThere,
  },
};
