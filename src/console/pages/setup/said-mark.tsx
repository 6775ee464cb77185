import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import type { Said } from './draft.js';

/** Why a listing has the answer that is shown, where it was not ticked by hand. */
export function SaidMark({ by, isNew }: { by: Said['by']; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  if (by === 'all' || (by === 'name' && !isNew)) return null;
  const text =
    by === 'rule'
      ? t('setup.answer.rule.covers')
      : by === 'contradiction'
        ? t('setup.answer.rule.differ')
        : t('setup.answer.some.new');
  return (
    <Badge variant={by === 'contradiction' ? 'outline' : 'default'} tt="none">
      {text}
    </Badge>
  );
}
