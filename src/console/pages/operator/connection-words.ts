import { useSpeech } from '../../words/context.js';

const states = ['unknown', 'certifying', 'active', 'paused', 'revoked', 'not_found'] as const;

/** Names for how a connection stands; one that is not known yet is shown as it is. */
export function useConnectionWords(): (status: string) => string {
  const { t } = useSpeech();
  return (status) => {
    const known = states.find((each) => each === status);
    return known === undefined ? status : t(`connections.is.${known}`);
  };
}
