import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { PageTitle } from '../../parts/page-title.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { AgencyForm, emptyAgency, type AgencyFields } from './agency-form.js';

/** A form that creates an agency and then opens its page. */
export default function CreateAgencyPage(): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const { done } = useToasts();
  const create = useAct(
    ({ user, password, mapping, url, ...fields }: AgencyFields) =>
      api.POST('/api/v1/agencies', {
        body: {
          ...fields,
          ...(url.trim() !== '' && { url }),
          mapping: mapping.trim() === '' ? null : mapping.trim(),
          ...(user !== '' && { auth: { user, password } }),
        },
      }),
    ['agencies'],
  );
  const submit = (fields: AgencyFields): void =>
    create.mutate(fields, {
      onSuccess: ({ name, title }) => {
        done(t('agencies.create.done', { name: title }));
        go(`/agencies/${name}`);
      },
    });
  return (
    <>
      <PageTitle title={t('agencies.create')} />
      <AgencyForm
        initial={emptyAgency}
        isNew
        action={t('agencies.create.do')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={submit}
      />
    </>
  );
}
