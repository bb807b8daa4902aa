import { Alert, Grid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../generic/save-form.js';
import { useAct } from '../../generic/use-act.js';
import { useDraft } from '../../generic/use-draft.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { AmountPanel } from './amount-panel.js';
import { BuyersPanel } from './buyers-panel.js';
import { type DiscountDraft, draftOf, newDiscount } from './discount.js';
import { LimitsPanel } from './limits-panel.js';
import { SpokenRules } from './spoken-rules.js';
import { TargetsPanel } from './targets-panel.js';

/** The rules of a discount, and the sentence that they make, which changes with each of them. */
export function DiscountForm({ id, loaded }: { id: string | null; loaded: DiscountDraft }) {
  const form = useDraft(loaded);
  const { act, busy, error, fields } = useAct(Object.keys(newDiscount));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const operation = id === null ? 'postAdminDiscounts' : 'patchAdminDiscountsById';
  const may = mayCall(useDeclarations().get(operation), useSession());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (id === null)
      void act(
        () => call('postAdminDiscounts', { body: form.draft }),
        ({ data }) => {
          form.saved(form.draft);
          void navigate(`/admin/discounts/${data.id}`);
        },
      );
    else {
      const { code: _, ...changes } = form.changed;
      void act(async () => {
        const { data } = await call('patchAdminDiscountsById', { path: { id }, body: changes });
        form.saved(draftOf(data));
        queries.setQueryData(['getAdminDiscountsById', id], data);
      }, 'The discount is saved');
    }
  }
  const part = { draft: form.draft, set: form.set, errors: fields };
  return (
    <SaveForm {...{ form, submit, busy, error, may }} label={id === null ? 'Create the discount' : 'Save'}>
      {!may && <Alert color="gray">Your account may read this discount, and not change it.</Alert>}
      <SpokenRules terms={form.draft} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <AmountPanel {...part} isNew={id === null} />
            <TargetsPanel {...part} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <BuyersPanel {...part} />
            <LimitsPanel {...part} />
          </Stack>
        </Grid.Col>
      </Grid>
    </SaveForm>
  );
}
