import type { TCountryCode, TCurrencyCode } from 'countries-list';

/** Countries whose English name takes the article. */
export const NAMES_WITH_ARTICLE: ReadonlySet<string> = new Set<TCountryCode>([
  'AE',
  'BS',
  'CC',
  'CD',
  'CF',
  'CG',
  'CK',
  'DO',
  'FK',
  'FO',
  'GB',
  'GM',
  'HM',
  'IM',
  'IO',
  'KM',
  'KY',
  'MH',
  'MP',
  'MV',
  'NL',
  'PH',
  'PN',
  'SB',
  'SC',
  'TC',
  'TF',
  'UM',
  'US',
  'VG',
  'VI',
]);

/** Places for which no capital is stated: they have none, or their note says it better. */
export const WITHOUT_CAPITAL: ReadonlySet<string> = new Set<TCountryCode>([
  'GS',
  'HK',
  'IO',
  'NR',
  'PS',
  'SJ',
  'SZ',
  'TF',
  'TK',
]);

/** Money of account that nobody pays with. */
export const FUND_CODES: ReadonlySet<string> = new Set<TCurrencyCode>([
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'USN',
  'UYI',
]);

/** What the one city in the list does not say: several seats, or a dispute. */
export const CAPITAL_NOTES: Readonly<Partial<Record<TCountryCode, string>>> = {
  BJ: 'The government of Benin sits in Cotonou.',
  BO: 'The government of Bolivia sits in La Paz.',
  CI: 'The government of Ivory Coast sits in Abidjan.',
  EH: 'The status of Western Sahara is disputed.',
  HK: 'Hong Kong is a special administrative region of China and has no capital.',
  IL: 'The status of Jerusalem is disputed, and most embassies in Israel are in Tel Aviv.',
  LK: 'The parliament of Sri Lanka sits in Sri Jayawardenepura Kotte.',
  MO: 'Macao is a special administrative region of China and has no capital.',
  MY: 'The federal government of Malaysia sits in Putrajaya.',
  NL: 'The government of the Netherlands sits in The Hague.',
  NR: 'Nauru has no official capital; its government sits in Yaren.',
  PS: 'Palestine claims East Jerusalem as its capital; its government sits in Ramallah.',
  SZ: 'Mbabane is the administrative capital of Eswatini, and Lobamba the royal and legislative one.',
  ZA: 'South Africa has three capitals: Pretoria (executive), Cape Town (legislative) and Bloemfontein (judicial).',
};
