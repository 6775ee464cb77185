import { expectAbove } from '../core/removals/typed-above.js';
import type { HoldKind } from '../model/listing-states.js';
import type { Sentence } from '../model/sentence.js';

export interface DescribedHold {
  id: number;
  kind: HoldKind;
  reason: string;
  lineCount: number;
  /** Number of its listings that become inactive and are not removed. */
  inactiveCount: number;
  cause: string | null;
}

export const titlesShown = 5;

/** Log texts of a hold: its reason, its first listings (by id, because titles are the agency's data), and how to decide it. */
export function holdTexts(
  hold: DescribedHold,
  lines: readonly { externalId: string }[],
  renames: number,
): { reason: string; first: string; decide: string } {
  const first = lines.slice(0, titlesShown).map(({ externalId }) => externalId);
  return { reason: hold.reason, first: first.join('; '), decide: decideText(hold, renames) };
}

/** Who decides a hold, and the commands for it. */
export function decideText(hold: DescribedHold, renames: number): string {
  const { id, kind, lineCount, cause } = hold;
  const { approval, rejection } = effects(hold);
  const expect = lineCount > expectAbove ? ` --expect ${lineCount}` : '';
  const approve = `\`feedsync approve ${id}${expect}\``;
  if (kind === 'content')
    return `The agency or the operator decides: ${approve} confirms ${lineCount === 1 ? 'it' : `all ${lineCount}`}, \`feedsync confirm LISTING\` the value of one listing, \`feedsync reject ${id}\` keeps what is live and asks again after \`removals.pin_days\`. Nothing is decided automatically.`;
  const choices = [
    kind === 'plan' && cause !== null && cause !== 'ids'
      ? `${approve} applies the file as it is`
      : kind === 'plan'
        ? `${approve} removes them and applies the file`
        : `${approve} ${approval}`,
    renames > 0
      ? `\`feedsync approve ${id} --rekey${expect}\` continues ${renames} of them under their new ids, with the portal’s id, age and address, and treats the others as missing`
      : null,
    kind === 'orphan'
      ? `\`feedsync approve ${id}${expect} --give-to FEED\` transfers them to another feed of the connection`
      : null,
    kind === 'plan'
      ? `\`feedsync reject ${id}\` leaves the portal as it is`
      : `\`feedsync reject ${id}\` ${rejection}`,
  ].filter((choice) => choice !== null);
  return `The operator decides: ${choices.join(', ')}. Nothing is decided automatically.`;
}

/** What approving and rejecting a hold does to its listings, as a clause without a subject. */
function effects({ lineCount, inactiveCount }: DescribedHold): { approval: string; rejection: string } {
  if (inactiveCount === 0) return { approval: 'removes them', rejection: 'keeps them' };
  return inactiveCount === lineCount
    ? { approval: 'makes them inactive', rejection: 'keeps them active' }
    : {
        approval: `makes ${inactiveCount} of them inactive and removes the others`,
        rejection: 'keeps them as they are',
      };
}

/** What holds of a kind wait for, without a final stop. */
export function holdWords(kind: string | null): Sentence {
  switch (kind) {
    case 'plan':
      return {
        sr: 'Fajlovi koji ne liče na prethodne čekaju odluku',
        en: 'Files unlike the former ones wait for a decision',
      };
    case 'orphan':
      return {
        sr: 'Oglasi feedova kojih više nema čekaju odluku',
        en: 'Listings of removed feeds wait for a decision',
      };
    case 'foreign':
      return {
        sr: 'Oglasi nepoznatog porekla čekaju odluku',
        en: 'Listings of unknown origin wait for a decision',
      };
    case 'confirmation':
      return {
        sr: 'Portal traži potvrdu skidanja',
        en: 'The portal asks to confirm removals',
      };
    case 'content':
      return {
        sr: 'Sumnjive vrednosti čekaju potvrdu',
        en: 'Values in doubt wait for a confirmation',
      };
    default:
      return {
        sr: 'Oglasi koje posetioci više ne bi videli čekaju odluku',
        en: 'Listings that visitors would no longer see wait for a decision',
      };
  }
}
