import type { z } from '@hono/zod-openapi';
import type { KeptProposal } from '../../../core/setup/agency-reading.js';
import { maskedSamples } from '../../../inspect/mask-contacts.js';
import type { ProposalLine } from '../../../core/setup/proposal.js';
import type { FeedChangeRecord } from '../../../store/store.js';
import { fieldName } from '../../../texts/field-names.js';
import { choiceQuestion } from '../../../texts/setup-choices.js';
import type { ProposalLineSchema, ProposalSchema } from './proposal-schemas.js';

/** A line without contacts. @param isStaff whether its doubt is shown, which is for the operator and in English */
export function lineDocument(
  { kind, field, from, samples, text, listings }: ProposalLine,
  isStaff: boolean,
): z.input<typeof ProposalLineSchema> {
  const isAsked = field !== null && listings !== null;
  const column = from ?? '';
  return {
    ...{ kind, field, from, listings },
    label: field === null ? { sr: column, en: column } : fieldName(field),
    samples: maskedSamples(field ?? '', from, samples),
    text: isAsked ? choiceQuestion(field, null).question : null,
    detail: isStaff && !isAsked ? text : null,
  };
}

export function proposalDocument({
  about,
  text,
  listings,
  ready,
  lines,
  doubts,
  idRequest,
}: KeptProposal): z.input<typeof ProposalSchema> {
  return {
    ...{ about, text, listings, ready, doubts },
    lines: lines.map((line) => lineDocument(line, true)),
    id_request: idRequest,
  };
}

/** The text of a feed's own mapping; null: it has none. @param changes oldest first */
export function ownText(changes: readonly FeedChangeRecord[]): string | null {
  const value = changes.findLast(({ kind }) => kind === 'mapping')?.value;
  return typeof value === 'string' ? value : null;
}
