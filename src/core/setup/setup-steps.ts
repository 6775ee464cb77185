import {
  chosenFacts,
  differingFacts,
  ownerFact,
  type ChosenPath,
  type DifferingFact,
} from './differing-facts.js';
import { readAnswer, rulesOf, type ChoiceOfSome, type FactAnswer } from './fact-answer.js';
import type { AgencyReading, AskedListing } from './agency-reading.js';

/** States of an agency's setup, in order. */
export const agencyStates = [
  'invited',
  'reading',
  'connecting',
  'confirming',
  'answering',
  'ready',
  'sent',
] as const;
export type AgencyState = (typeof agencyStates)[number];

/** The facts from which the state of an agency's setup is derived. */
export interface SetupFacts {
  reading: AgencyReading | null;
  /** An account of the agency has signed in. */
  hasSignedIn: boolean;
  isConnected: boolean;
  isConfirmed: boolean;
  isSent: boolean;
  /** The last statement; null: none. */
  mandate: boolean | null;
  ownerNearby: FactAnswer | null;
  /** The agency's choices, by payload path. */
  choices: Readonly<Record<string, string>>;
  /** What it stated of some listings otherwise than of others, by payload path. */
  chosen: Readonly<Partial<Record<ChosenPath, ChoiceOfSome>>>;
}

const mandatePath = 'legal.mandate_attested';
const ownerPath = ownerFact.path;

/** Number of listings that wait for a statement. */
export function decidedBy(
  topic: 'mandate' | 'owner_nearby',
  asked: Readonly<Record<string, number>>,
): number {
  return asked[topic === 'mandate' ? mandatePath : ownerPath] ?? 0;
}

/** Open facts other than the two statements, with the number of listings that wait for each. */
export function choicesAsked(asked: Readonly<Record<string, number>>): { path: string; listings: number }[] {
  return Object.entries(asked)
    .filter(([path]) => path !== mandatePath && path !== ownerPath)
    .map(([path, listings]) => ({ path, listings }));
}

/** The listings of the file that was read that a fact is asked of, whether it is stated or not. */
export function listingsAsked(
  { path }: Pick<DifferingFact, 'path'>,
  { reading }: Pick<SetupFacts, 'reading'>,
): readonly AskedListing[] {
  return reading?.ok === true ? (reading.result.askedOf?.[path] ?? []) : [];
}

/** What is stated of a fact, of some listings and of all others. */
export function statedAnswer(
  { path }: DifferingFact,
  { ownerNearby, choices, chosen }: Pick<SetupFacts, 'ownerNearby' | 'choices' | 'chosen'>,
): FactAnswer | null {
  const fact = chosenFacts.find((one) => one.path === path);
  if (fact === undefined) return ownerNearby;
  const others = choices[path];
  const ofSome = chosen[fact.path];
  if (ofSome === undefined && others === undefined) return null;
  return { ...(ofSome ?? { named: {} }), ...(others !== undefined && { others }) };
}

/** Number of listings of which a fact is not stated. A statement about some leaves the others open. */
function openOf(fact: DifferingFact, facts: SetupFacts): number {
  const { reading } = facts;
  const stated = statedAnswer(fact, facts);
  if (typeof stated === 'boolean') return 0;
  const asked = reading?.ok === true ? (reading.result.asked[fact.path] ?? 0) : 0;
  if (stated === null) return asked;
  const hasRules = rulesOf(stated).length > 0;
  // A reading of an earlier release does not say of which listings.
  if (!hasRules && stated.others !== undefined) return 0;
  const answer = readAnswer(stated);
  // What rules cannot be compared with lacks more than this answer, and waits alone.
  return listingsAsked(fact, { reading }).filter(
    ({ sourceId, facts: known }) =>
      !(hasRules && known === undefined) && answer(sourceId, known ?? null) === null,
  ).length;
}

/** Facts that only the agency can state and has not stated, with the number of listings that wait for each. */
export function openFacts(facts: SetupFacts): { path: string; listings: number }[] {
  const { reading, mandate, choices } = facts;
  const stated = new Map<string, unknown>([...Object.entries(choices), [mandatePath, mandate]]);
  const asked = reading?.ok === true ? reading.result.asked : {};
  return Object.entries(asked)
    .map(([path, listings]) => {
      const fact = differingFacts.find((one) => one.path === path);
      return {
        path,
        listings: fact === undefined ? (stated.get(path) == null ? listings : 0) : openOf(fact, facts),
      };
    })
    .filter(({ listings }) => listings > 0);
}

export function agencyState(facts: SetupFacts): AgencyState {
  const { reading, hasSignedIn, isConnected, isConfirmed, isSent } = facts;
  if (isSent) return 'sent';
  if (!isConnected) {
    if (!hasSignedIn) return 'invited';
    return reading?.ok === true ? 'connecting' : 'reading';
  }
  if (!isConfirmed) return 'confirming';
  return firstUnanswered(facts) === null && reading?.ok === true ? 'ready' : 'answering';
}

/** A step that must be done before an agency's listings can be sent. `choose` names the payload path. */
export type OpenStep =
  | { step: 'read' | 'none_ready' | 'connect' | 'confirm' | 'mandate' | 'mandate_denied' | 'owner_nearby' }
  | { step: 'choose'; path: string };

/** The first open step; null: the listings can be sent. */
export function firstOpenStep(facts: SetupFacts): OpenStep | null {
  const { reading, isConnected, isConfirmed } = facts;
  if (reading?.ok !== true) return { step: 'read' };
  if (reading.result.ready === 0) return { step: 'none_ready' };
  if (!isConnected) return { step: 'connect' };
  if (!isConfirmed) return { step: 'confirm' };
  return firstUnanswered(facts);
}

/** The first fact that only the agency can state and has not stated. Unmapped values are no step: each holds back only its own listings. */
function firstUnanswered(facts: SetupFacts): OpenStep | null {
  const { reading, mandate, choices } = facts;
  const asked = reading?.ok === true ? reading.result.asked : {};
  if (decidedBy('mandate', asked) > 0 && mandate !== true)
    return { step: mandate === null ? 'mandate' : 'mandate_denied' };
  if (openOf(ownerFact, facts) > 0) return { step: 'owner_nearby' };
  const open = choicesAsked(asked).find(({ path }) => {
    const fact = chosenFacts.find((one) => one.path === path);
    return fact === undefined ? choices[path] === undefined : openOf(fact, facts) > 0;
  });
  return open === undefined ? null : { step: 'choose', path: open.path };
}
