import type { Concept } from '../words/concepts.js';
import type { FieldProfile } from '../profile/profile.js';
import type { Shape } from '../profile/shapes.js';

/** A place of the feed that may tell a concept. */
export interface Candidate {
  concept: Concept;
  field: FieldProfile;
  shape: Shape;
  /** 0 to 1: by name, place and values together. */
  score: number;
  /** Whether its name says so, and not its values alone. */
  byName: boolean;
}
