import type { KeptProposal, OpenQuestion } from '../../core/setup/agency-reading.js';
import type { Proposal, Question } from '../../inspect/init/index.js';

/** A proposal of `init` in the form in which it is kept. */
export function keptProposal({ format, encoding, yaml, report }: Proposal): KeptProposal {
  const { listings, ready, questions } = report.readiness;
  return {
    ...{ about: format.about, encoding, kind: report.kind.kind, text: yaml, listings, ready },
    lines: report.lines,
    questions: questions.map(openQuestion),
    doubts: [...report.doubts, ...report.ids.doubts],
    idRequest: report.idRequest,
  };
}

export function openQuestion({ field, who, samples, recommended, listings }: Question): OpenQuestion {
  return { field, who, samples, recommended, listings };
}
