import { readAnswer, rulesOf, type FactAnswer } from './fact-answer.js';
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
}

const mandatePath = 'legal.mandate_attested';
export const ownerPath = 'rent.owner_lives_nearby';

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

/** The rentals whose owner is asked about, whether it is stated or not. */
export function ownerListings({ reading }: Pick<SetupFacts, 'reading'>): readonly AskedListing[] {
  return reading?.ok === true ? (reading.result.askedOf?.[ownerPath] ?? []) : [];
}

/** Number of listings of which it is not stated whether the owner lives nearby. A statement about some leaves the others open. */
function ownersOpen({ reading, ownerNearby }: SetupFacts): number {
  if (typeof ownerNearby === 'boolean') return 0;
  const asked = reading?.ok === true ? decidedBy('owner_nearby', reading.result.asked) : 0;
  if (ownerNearby === null) return asked;
  const answer = readAnswer(ownerNearby);
  const hasRules = rulesOf(ownerNearby).length > 0;
  // What rules cannot be compared with lacks more than this answer, and waits alone.
  return ownerListings({ reading }).filter(
    ({ sourceId, facts }) => !(hasRules && facts === undefined) && answer(sourceId, facts ?? null) === null,
  ).length;
}

/** Facts that only the agency can state and has not stated, with the number of listings that wait for each. */
export function openFacts(facts: SetupFacts): { path: string; listings: number }[] {
  const { reading, mandate, choices } = facts;
  const stated = new Map<string, unknown>([...Object.entries(choices), [mandatePath, mandate]]);
  const asked = reading?.ok === true ? reading.result.asked : {};
  return Object.entries(asked)
    .map(([path, listings]) => ({ path, listings: path === ownerPath ? ownersOpen(facts) : listings }))
    .filter(({ path, listings }) => listings > 0 && stated.get(path) == null);
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
  if (ownersOpen(facts) > 0) return { step: 'owner_nearby' };
  const open = choicesAsked(asked).find(({ path }) => choices[path] === undefined);
  return open === undefined ? null : { step: 'choose', path: open.path };
}
