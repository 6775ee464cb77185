import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { ActButton } from '../act-button.js';
import { Muted } from '../muted.js';
import { useValueText } from './value-text.js';

type Doubt = Schemas['Doubt'];

/** What is out of date after a decision about values in doubt. */
export const doubtTopics = ['holds', 'home', 'overview', 'listings', 'feeds'] as const;

/** Confirms one value. The server refuses if the listing has another one by now. */
export function ConfirmValue({ doubt, connection }: { doubt: Doubt; connection: string }): ReactNode {
  const { t } = useSpeech();
  const textOf = useValueText();
  const { external_id: id, field, value } = doubt;
  const confirm = useAct(
    () =>
      api.POST('/api/v1/listings/{connection}/{id}/confirm', {
        params: { path: { connection, id } },
        body: { field, value },
      }),
    doubtTopics,
  );
  return (
    <ActButton act={confirm} done={t('doubt.confirmed')} variant="default" size="compact-sm">
      {t('doubt.confirm', { value: textOf(field, value) })}
    </ActButton>
  );
}

/** Why a value is in doubt, what was live before, and until when a rejection counts. */
export function DoubtText({ doubt }: { doubt: Doubt }): ReactNode {
  const { t, told, moment } = useSpeech();
  const textOf = useValueText();
  const { field, past, rejected_until: until } = doubt;
  const before = past.map((one) =>
    t('doubt.past.until', { value: textOf(field, one.value), at: moment(one.until) }),
  );
  return (
    <>
      <div className="sentence">{told(doubt.sentence)}</div>
      {before.length > 0 && (
        <Muted size="xs">
          {t('doubt.past')}: {before.join(' · ')}
        </Muted>
      )}
      {until !== null && <Muted size="xs">{t('doubt.rejected', { at: moment(until) })}</Muted>}
    </>
  );
}
