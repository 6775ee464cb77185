import type { Concept } from '../../words/concepts.js';
import type { FieldProfile } from '../../profile/profile.js';
import type { Shape } from '../../profile/shapes.js';

/** A field of the feed that may hold a concept. */
export interface Candidate {
  concept: Concept;
  field: FieldProfile;
  shape: Shape;
  /** 0 to 1, from name, position and values together. */
  score: number;
  /** Whether its name supports the concept, not only its values. */
  byName: boolean;
}
