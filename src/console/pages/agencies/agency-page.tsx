import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { useMailsInvitations } from '../../api/session.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Reason } from '../../parts/details.js';
import { Facts } from '../../parts/facts.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Fold } from '../../parts/fold.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { Answered } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';
import { AgencyForm, type AgencyFields } from './agency-form.js';
import { NotMailed } from './mail-invitations.js';
import { peopleState } from './people-state.js';
import { RemoveAgency } from './remove-agency.js';
import { Statements } from './statements.js';

type Agency = Schemas['Agency'];

/** One agency: its state of setup, its invitation, its details and its statements. */
export default function AgencyPage(): ReactNode {
  const { name } = usePath('name');
  const agency = useAnswer(['agencies', name], (signal) =>
    api.GET('/api/v1/agencies/{name}', { params: { path: { name } }, signal }),
  );
  return <Answered question={agency}>{(data) => <About agency={data} />}</Answered>;
}

function About({ agency }: { agency: Agency }): ReactNode {
  const { t, told } = useSpeech();
  const [, go] = useLocation();
  const { name, title, problem, reading } = agency;
  return (
    <>
      <PageTitle title={title}>{t(`agencies.state.${agency.state}`)}</PageTitle>
      <Stack gap="md">
        {problem !== null && (
          <Text className="mark-bad" role="alert">
            {told(problem)}
          </Text>
        )}
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Text fw={600} className={reading.state === 'failed' ? 'mark-bad' : ''}>
              {told(reading.sentence)}
            </Text>
            <Unsent agency={agency} />
            <Text component="div" size="sm">
              <Reason why={reading.why} text={reading.detail} />
            </Text>
            <Group gap="md">
              <To href={`/setup/${name}`}>{t('agencies.see_setup')}</To>
              {agency.connection !== null && (
                <To href={`/connections/${agency.connection}`}>{t('agencies.connection')}</To>
              )}
            </Group>
            <Details agency={agency} />
          </Stack>
        </Paper>
        <Invitation agency={agency} />
        <Fold summary={t('agencies.edit')}>
          <Edit agency={agency} />
        </Fold>
        <Statements name={name} />
        <RemoveAgency name={name} title={title} onRemoved={() => go('/agencies')} />
      </Stack>
    </>
  );
}

/** Why nothing of the agency is on the portal yet, and who must act. */
function Unsent({ agency }: { agency: Agency }): ReactNode {
  const { t } = useSpeech();
  if (agency.sent_at !== null) return null;
  const state = agency.reading.state === 'failed' ? 'unread' : peopleState(agency);
  return (
    <div>
      <Text size="sm">{t(`agencies.unsent.${state}`)}</Text>
      <Turn actor={state === 'unread' || state === 'none' ? 'partner' : 'agency'} />
    </div>
  );
}

function Details({ agency }: { agency: Agency }): ReactNode {
  const { t } = useSpeech();
  const { mapping, url, email, created_by: by, created_at: at, sent_at: sent } = agency;
  return (
    <Facts
      facts={[
        [t('agencies.name'), agency.name],
        [t('agencies.url'), url],
        [t('agencies.mapping'), mapping ?? '–'],
        [t('agencies.email'), email],
        [t('agencies.created'), <Moment at={at} />],
        [t('agencies.created_by'), by],
        [t('agencies.sent'), <Moment at={sent} />],
      ]}
    />
  );
}

function Invitation({ agency }: { agency: Agency }): ReactNode {
  const { t, moment } = useSpeech();
  const { name, title } = agency;
  const invite = useAct(
    (mail: boolean) =>
      api.POST('/api/v1/agencies/{name}/invite', { params: { path: { name } }, body: { mail } }),
    ['agencies', 'people'],
  );
  const isMailing = useMailsInvitations();
  const state = peopleState(agency);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('agencies.invite.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('agencies.invite.title')}
        </Title>
        <Text size="sm">
          {t(`agencies.people.${state}`)}
          {agency.people.length > 0 && `: ${agency.people.map((person) => person.name).join(', ')}`}
        </Text>
        {invite.data?.mailed?.ok === true && (
          <Text size="sm" role="status">
            {t('invite.mailed', { name: invite.data.account })}
          </Text>
        )}
        {invite.data?.mailed?.ok === false && <NotMailed problem={invite.data.mailed.problem} />}
        {invite.data !== undefined && invite.data.mailed?.ok !== true && (
          <>
            <CopyLine label={t('agencies.invite.link', { name: title })} text={invite.data.link} />
            <Muted size="xs">{t('agencies.invite.shown', { at: moment(invite.data.expires_at) })}</Muted>
          </>
        )}
        <FormFailure error={invite.error} />
        <Group gap="sm">
          {isMailing && (
            <Button
              variant={state === 'none' ? 'filled' : 'default'}
              loading={invite.isPending}
              onClick={() => invite.mutate(true)}
            >
              {t('invite.mail')}
            </Button>
          )}
          <Button
            variant={state === 'none' && !isMailing ? 'filled' : 'default'}
            loading={invite.isPending}
            onClick={() => invite.mutate(false)}
          >
            {t(state === 'none' ? 'agencies.invite' : 'agencies.invite.again')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Edit({ agency }: { agency: Agency }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const { name, title, email, language, url, mapping } = agency;
  const save = useAct(
    (fields: AgencyFields) =>
      api.PATCH('/api/v1/agencies/{name}', { params: { path: { name } }, body: changed(fields, agency) }),
    ['agencies', 'setup'],
  );
  return (
    <AgencyForm
      initial={{ name, title, email, language, url, mapping: mapping ?? '', user: '', password: '' }}
      isNew={false}
      action={t('do.save')}
      isPending={save.isPending}
      error={save.error}
      onSubmit={(fields) => save.mutate(fields, { onSuccess: () => done(t('agencies.edit.done')) })}
    />
  );
}

/**
 * The fields that changed. An unchanged address is not sent to the API: the API shows the address without the password that it may contain,
 * so saving the shown address would lose the password.
 */
function changed(fields: AgencyFields, agency: Agency) {
  const { title, email, language, url, user, password } = fields;
  const mapping = fields.mapping.trim() === '' ? null : fields.mapping.trim();
  return {
    ...(title !== agency.title && { title }),
    ...(email !== agency.email && { email }),
    ...(language !== agency.language && { language }),
    ...(url !== agency.url && { url }),
    ...(mapping !== agency.mapping && { mapping }),
    ...(user !== '' && { auth: { user, password } }),
  };
}
