import type { AgencyReading } from './agency-reading.js';
import type { Sentence } from './failure-causes.js';
import { fieldName } from './issue-sentences.js';

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
  return unanswered(facts) === null && reading?.ok === true ? 'ready' : 'answering';
}

/** Null where nothing stands against sending; else what is to be done first. */
export function whyNotSend(facts: SetupFacts): Sentence | null {
  const { reading, isConnected, isConfirmed } = facts;
  if (reading?.ok !== true)
    return {
      sr: 'Fajl agencije još nije pročitan. Kada bude pročitan, oglasi mogu da se pošalju.',
      en: 'The agency’s file is not read yet. Once it is, the listings can be sent.',
    };
  if (reading.result.ready === 0)
    return {
      sr: 'Nijedan oglas još nije spreman. Pogledajte šta nedostaje.',
      en: 'No listing is ready yet. See what is missing.',
    };
  if (!isConnected) return { sr: 'Prvo unesite kod sa portala.', en: 'First enter the code of the portal.' };
  if (!isConfirmed)
    return {
      sr: 'Prvo potvrdite da je agencija koju portal navodi vaša.',
      en: 'First confirm that the agency that the portal names is yours.',
    };
  return unanswered(facts);
}

/** What only the agency can say and has not said yet; words without a meaning keep their own listings back and no others. */
function unanswered({ reading, mandate, ownerNearby, choices }: SetupFacts): Sentence | null {
  const asked = reading?.ok === true ? reading.result.asked : {};
  if (decidedBy('mandate', asked) > 0 && mandate !== true)
    return mandate === null
      ? {
          sr: 'Prvo dajte izjavu o ugovorima o posredovanju.',
          en: 'First make the statement about the mandates.',
        }
      : {
          sr: 'Bez ugovora o posredovanju oglasi ne mogu da se objave. Izostavite iz fajla oglase bez ugovora, pa dajte izjavu ponovo.',
          en: 'Without mandates the listings cannot be published. Leave those without one out of the file, then make the statement again.',
        };
  if (decidedBy('owner_nearby', asked) > 0 && ownerNearby === null)
    return {
      sr: 'Prvo odgovorite da li vlasnici stanova koje izdajete žive u blizini.',
      en: 'First answer whether the owners of the homes that are let live nearby.',
    };
  const open = choicesAsked(asked).find(({ path }) => choices[path] === undefined);
  if (open === undefined) return null;
  const { sr, en } = fieldName(open.path);
  return { sr: `Prvo izaberite: ${sr}.`, en: `First choose: ${en}.` };
}
