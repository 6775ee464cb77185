/** Origin of a cause: the feed's data, the mapping, the agency's account at the portal, or the portal itself. */
type CauseOrigin = 'feed' | 'mapping' | 'agency' | 'portal';

/** The party that must act. `partner`: the operator of feedsync. `nobody`: no action is needed. */
export type Actor = 'agency' | 'partner' | 'portal_staff' | 'nobody';

/** One text in two languages: English for operators, Serbian for agencies. */
export interface Sentence {
  en: string;
  sr: string;
}

/** Why the portal refused a listing, or accepted only part of its content. */
export interface Cause {
  origin: CauseOrigin;
  actor: Actor;
  /** Completes "the portal refused it, because …" (a warning: "the portal reports that …"). */
  why: Sentence;
  /** A full sentence: who must do what. */
  next: Sentence;
}
