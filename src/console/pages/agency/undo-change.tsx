import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActButton } from '../../parts/act-button.js';
import { useSpeech } from '../../words/context.js';

/** A button that undoes a change of how a feed is read. */
export function UndoChange({
  feed,
  id,
  ...button
}: ButtonProps & {
  feed: string;
  id: number;
  /** The toast's text after success. */
  done: string;
}): ReactNode {
  const { t } = useSpeech();
  const undo = useAct(
    () => api.POST('/api/v1/feeds/{name}/changes/{id}/undo', { params: { path: { name: feed, id } } }),
    ['mapping', 'words', 'home'],
  );
  return (
    <ActButton act={undo} {...button}>
      {t('do.undo')}
    </ActButton>
  );
}
