import { Alert, Grid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../generic/save-form.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { AmountPanel } from './amount-panel.js';
import { BuyersPanel } from './buyers-panel.js';
import { type Discount, draftOf, newDiscount } from './discount.js';
import { LimitsPanel } from './limits-panel.js';
import { SpokenRules } from './spoken-rules.js';
import { TargetsPanel } from './targets-panel.js';

/** The rules of a discount, and the sentence that they make, which changes with each of them. */
export function DiscountForm({ discount }: { discount: Discount | null }) {
  const id = discount?.id ?? null;
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: discount,
    draftOf: (row) => (row ? draftOf(row) : newDiscount),
    read: (row: Discount) => data('getAdminDiscountsById', { path: { id: row.id } }),
    known: Object.keys(newDiscount),
  });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const operation = id === null ? 'postAdminDiscounts' : 'patchAdminDiscountsById';
  const may = mayCall(useDeclarations().get(operation), useSession());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (id === null)
      void save(
        () => data('postAdminDiscounts', { body: form.draft }),
        (made) => void navigate(`/admin/discounts/${made.id}`),
      );
    else {
      const { code: _, ...changes } = form.changed;
      void save(async (edit) => {
        const saved = await data('patchAdminDiscountsById', { path: { id }, body: changes, ...edit });
        queries.setQueryData(['getAdminDiscountsById', id], saved);
        return saved;
      }, 'The discount is saved');
    }
  }
  const part = { draft: form.draft, set: form.set, errors: fields };
  return (
    <SaveForm
      {...{ form, submit, busy, error, conflicts, may }}
      label={id === null ? 'Create the discount' : 'Save'}
    >
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
