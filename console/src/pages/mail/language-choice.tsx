import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { data } from '../../lib/api.js';

/** The languages of mails, and the one that is looked at; that of the store is asked for without naming it. */
export function useMailLanguage() {
  const [search, setSearch] = useSearchParams();
  const languages = useQuery({
    queryKey: ['getAdminEmailLanguages'],
    queryFn: ({ signal }) => data('getAdminEmailLanguages', { signal }),
  });
  const all = languages.data ?? [];
  const locale = search.get('locale') ?? undefined;
  const chosen = all.find((language) => (locale ? language.locale === locale : language.isDefault));
  const choose = (next: string) => {
    const isDefault = all.some((language) => language.isDefault && language.locale === next);
    setSearch(isDefault ? {} : { locale: next }, { replace: true });
  };
  return { all, chosen, locale, query: locale ? { locale } : {}, choose };
}

export type MailLanguage = ReturnType<typeof useMailLanguage>;

/** Which language the words are shown in, and how many mails each lacks. */
export function LanguageChoice({ all, chosen, choose }: MailLanguage) {
  if (all.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Language"
      value={chosen?.locale ?? ''}
      data={all.map(({ locale, name, isDefault, missing }) => ({
        value: locale,
        label: [name, isDefault ? 'store' : '', missing.length > 0 ? `${missing.length} missing` : '']
          .filter(Boolean)
          .join(', '),
      }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
