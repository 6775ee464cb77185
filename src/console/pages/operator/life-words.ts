import { useSpeech } from '../../words/context.js';

const lives = ['active', 'paused', 'stalled', 'orphaned', 'retired'] as const;

/** Names for a feed's life; one that is not known yet is shown as it is. */
export function useLifeWords(): (life: string) => string {
  const { t } = useSpeech();
  return (life) => {
    const known = lives.find((each) => each === life);
    return known === undefined ? life : t(`feeds.life.${known}`);
  };
}
