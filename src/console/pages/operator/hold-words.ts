import { useSpeech } from '../../words/context.js';

const kinds = ['removals', 'plan', 'orphan', 'foreign', 'confirmation'] as const;
const states = ['open', 'approved', 'rejected', 'closed'] as const;

/** Names for what the API names; one that is not known yet is shown as it is. */
export function useHoldWords(): { kindOf: (kind: string) => string; stateOf: (state: string) => string } {
  const { t } = useSpeech();
  return {
    kindOf: (kind) => {
      const known = kinds.find((each) => each === kind);
      return known === undefined ? kind : t(`hold.kind.${known}`);
    },
    stateOf: (state) => {
      const known = states.find((each) => each === state);
      return known === undefined ? state : t(`hold.state.${known}`);
    },
  };
}
