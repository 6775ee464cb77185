import type { HoldKind } from '../model/listing-states.js';

export interface DescribedHold {
  id: number;
  kind: HoldKind;
  reason: string;
  lineCount: number;
  cause: string | null;
}

/** Above so many listings a decision must name their number. */
export const expectAbove = 50;
export const titlesShown = 5;

/** What the log says of a hold: why it asks, what it is about (by ids: titles are the agency's), who decides, and how. */
export function holdTexts(
  hold: DescribedHold,
  lines: readonly { externalId: string }[],
  renames: number,
): { reason: string; first: string; decide: string } {
  const first = lines.slice(0, titlesShown).map(({ externalId }) => externalId);
  return { reason: hold.reason, first: first.join('; '), decide: decideText(hold, renames) };
}

/** Who may decide, and with which commands. */
export function decideText({ id, kind, lineCount, cause }: DescribedHold, renames: number): string {
  const expect = lineCount > expectAbove ? ` --expect ${lineCount}` : '';
  const approve = `\`feedsync approve ${id}${expect}\``;
  const choices = [
    kind === 'plan' && (cause === 'prices' || cause === 'fields')
      ? `${approve} takes the file over as it is`
      : kind === 'plan'
        ? `${approve} takes them off and the file over`
        : `${approve} takes them off`,
    renames > 0
      ? `\`feedsync approve ${id} --rekey${expect}\` lets ${renames} of them go on under their new ids, with the portal’s id, age and address, and treats the others as missing`
      : null,
    kind === 'orphan'
      ? `\`feedsync approve ${id}${expect} --give-to FEED\` lets another feed of the connection have them`
      : null,
    kind === 'plan'
      ? `\`feedsync reject ${id}\` leaves the portal as it is`
      : `\`feedsync reject ${id}\` keeps them`,
  ].filter((choice) => choice !== null);
  return `Whoever operates feedsync decides: ${choices.join(', ')}. Nothing is decided by time.`;
}
