/** Where the reason lies: in the feed's data, in how it is mapped, with the agency at the portal, or at the portal itself. */
type CauseOrigin = 'feed' | 'mapping' | 'agency' | 'portal';

/** Whose turn it is. `partner`: whoever runs feedsync. */
export type Actor = 'agency' | 'partner' | 'portal_staff' | 'nobody';

/** A text for partners and operators, and for agencies. */
export interface Sentence {
  en: string;
  sr: string;
}

/** Why the portal refused a listing, or took less of it than was sent. */
export interface Cause {
  origin: CauseOrigin;
  actor: Actor;
  /** Completes "the portal refused it, because …" (a warning: "the portal says that …"). */
  why: Sentence;
  /** A whole sentence: who must do what. */
  next: Sentence;
}
