import type { AgencyReading } from './agency-reading.js';

/** How far an agency has come. */
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

/** What is known of an agency that is set up: all that the state follows from. */
export interface SetupFacts {
  reading: AgencyReading | null;
  /** Somebody of the agency has come in. */
  hasSignedIn: boolean;
  isConnected: boolean;
  isConfirmed: boolean;
  isSent: boolean;
  /** What was stated last; null: nothing. */
  mandate: boolean | null;
  ownerNearby: boolean | null;
  /** What was chosen, by payload path. */
  choices: Readonly<Record<string, string>>;
}

const mandatePath = 'legal.mandate_attested';
const ownerPath = 'rent.owner_lives_nearby';

/** How many listings a fact decides. */
export function decidedBy(
  topic: 'mandate' | 'owner_nearby',
  asked: Readonly<Record<string, number>>,
): number {
  return asked[topic === 'mandate' ? mandatePath : ownerPath] ?? 0;
}

/** What is chosen rather than stated, with how many listings wait for it. */
export function choicesAsked(asked: Readonly<Record<string, number>>): { path: string; listings: number }[] {
  return Object.entries(asked)
    .filter(([path]) => path !== mandatePath && path !== ownerPath)
    .map(([path, listings]) => ({ path, listings }));
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

/** What must be done before an agency's listings can be sent. `choose` names the payload path. */
export type OpenStep =
  | { step: 'read' | 'none_ready' | 'connect' | 'confirm' | 'mandate' | 'mandate_denied' | 'owner_nearby' }
  | { step: 'choose'; path: string };

/** The first step that is still open; null: the listings can be sent. */
export function firstOpenStep(facts: SetupFacts): OpenStep | null {
  const { reading, isConnected, isConfirmed } = facts;
  if (reading?.ok !== true) return { step: 'read' };
  if (reading.result.ready === 0) return { step: 'none_ready' };
  if (!isConnected) return { step: 'connect' };
  if (!isConfirmed) return { step: 'confirm' };
  return firstUnanswered(facts);
}

/** The first fact that only the agency can state and has not stated. An unmapped value keeps back its own listings and no others. */
function firstUnanswered({ reading, mandate, ownerNearby, choices }: SetupFacts): OpenStep | null {
  const asked = reading?.ok === true ? reading.result.asked : {};
  if (decidedBy('mandate', asked) > 0 && mandate !== true)
    return { step: mandate === null ? 'mandate' : 'mandate_denied' };
  if (decidedBy('owner_nearby', asked) > 0 && ownerNearby === null) return { step: 'owner_nearby' };
  const open = choicesAsked(asked).find(({ path }) => choices[path] === undefined);
  return open === undefined ? null : { step: 'choose', path: open.path };
}
