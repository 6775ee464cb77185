import type { FieldProfile } from '../../profile/profile.js';
import type { Shape } from '../../profile/shapes.js';
import { noRuling, type Concept, type Ruling } from '../../words/concepts.js';

/** A field with what its names and values say of it. */
export interface Subject {
  field: FieldProfile;
  shape: Shape;
  /** Concepts that its names fit well. */
  strong: readonly Concept[];
  /** Whether its name says that it is none of them. */
  isDecoy: boolean;
}

/** A column of numbers. */
export interface Figures {
  subject: Subject;
  /** By record; without zeros. */
  values: ReadonlyMap<number, number>;
}

/** Findings that are made of several columns, or of all values of one. */
export class Findings {
  readonly rulings = new Map<FieldProfile, Ruling[]>();
  readonly proofs = new Map<FieldProfile, Set<Concept>>();

  ruleOut({ field }: Subject, concepts: readonly Concept[] | 'all'): void {
    const ruling =
      concepts === 'all' ? { ...noRuling, all: true } : { all: false, concepts: new Set(concepts) };
    this.rulings.set(field, [...(this.rulings.get(field) ?? []), ruling]);
  }

  prove({ field }: Subject, concept: Concept): void {
    this.proofs.set(field, new Set([...(this.proofs.get(field) ?? []), concept]));
  }
}
