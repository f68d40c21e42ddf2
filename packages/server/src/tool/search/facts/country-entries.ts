import {
  continents,
  countries,
  type ICountry,
  languages,
  type TCountryCode,
  type TCurrencyCode,
} from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { type CorpusEntry, type CorpusFact, corpusUrl } from '../corpus-entry.ts';
import { searchTerms } from '../search-terms.ts';
import { CAPITAL_NOTES, FUND_CODES, NAMES_WITH_ARTICLE, WITHOUT_CAPITAL } from './country-notes.data.ts';
import { joinWords } from './join-words.ts';

const KEYWORDS = {
  capital: searchTerms('city seat government 首都'),
  capitalNote: searchTerms('capital capitals city seat government 首都'),
  continent: searchTerms('where located location continent region country 哪里 大陆 大陸 洲'),
  currency: searchTerms('money currency currencies pay 货币 貨幣 通貨'),
  languages: searchTerms('language languages speak speaks official people 语言 語言 言語'),
  phone: searchTerms('phone telephone dialling dialing dial prefix number country codes 区号 電話'),
};

/** The languages whose names for countries the index holds besides English. */
const NAME_LANGUAGES = ['zh', 'zh-Hant', 'ja'];

/** One page a country or territory: capital, continent, currency, languages and calling code, a sentence each. */
export function countryEntries(): readonly CorpusEntry[] {
  const namesIn = NAME_LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
  return countryCodes().map((code) => {
    const country: ICountry = countries[code];
    // A Node without full language data gives the code itself back.
    const foreign = namesIn.map((names) => names.of(code) ?? code).filter((name) => name !== code);
    return {
      title: country.name,
      url: corpusUrl('countries', code),
      source: "Catenary's local facts: countries",
      names: [...new Set([country.name, country.native, ...(country.alias ?? []), ...foreign])],
      facts: countryFacts(code, country),
    };
  });
}

function countryCodes(): readonly TCountryCode[] {
  // The keys of a record are its codes; TypeScript knows them only as strings.
  return Object.keys(countries) as TCountryCode[];
}

function countryFacts(code: TCountryCode, country: ICountry): readonly CorpusFact[] {
  const name = NAMES_WITH_ARTICLE.has(code) ? `the ${country.name}` : country.name;
  const facts: CorpusFact[] = [];
  if (country.capital !== '' && !WITHOUT_CAPITAL.has(code)) {
    facts.push({
      text: `${withoutPoint(country.capital)} is the capital of ${name}.`,
      keywords: KEYWORDS.capital,
    });
  }
  const note = CAPITAL_NOTES[code];
  if (note !== undefined) facts.push({ text: note, keywords: KEYWORDS.capitalNote });
  facts.push({ text: `${capitalized(name)} ${placeOf(country)}.`, keywords: KEYWORDS.continent });
  const money = country.currency.filter(isSpendable).map((each) => `${currencies[each].name} (${each})`);
  if (money.length > 0) {
    const subject = money.length === 1 ? `The currency of ${name} is` : `The currencies of ${name} are`;
    facts.push({ text: `${subject} the ${joinWords(money)}.`, keywords: KEYWORDS.currency });
  }
  const spoken = country.languages.map((language) => languages[language].name);
  if (spoken.length > 0) {
    const verb = spoken.length === 1 ? 'is' : 'are';
    facts.push({ text: `${joinWords(spoken)} ${verb} spoken in ${name}.`, keywords: KEYWORDS.languages });
  }
  const codes = country.phone.map((number) => `+${String(number).replace(/^1(?=\d{3}$)/, '1 ')}`);
  if (codes.length > 0) {
    const subject = codes.length === 1 ? 'calling code' : 'calling codes';
    const verb = codes.length === 1 ? 'is' : 'are';
    facts.push({
      text: `The international ${subject} of ${name} ${verb} ${joinWords(codes)}.`,
      keywords: KEYWORDS.phone,
    });
  }
  return facts;
}

function placeOf(country: ICountry): string {
  const parts = (country.continents ?? [country.continent]).map((continent) => continents[continent]);
  return parts.length === 1 ? `is in ${parts[0]}` : `lies in ${joinWords(parts)}`;
}

function isSpendable(code: TCurrencyCode): boolean {
  return !FUND_CODES.has(code) && currencies[code].withdrawn !== true;
}

/** "Washington D.C." would end the sentence that it begins for whoever splits at points. */
function withoutPoint(name: string): string {
  return name === 'Washington D.C.' ? 'Washington, DC' : name;
}

function capitalized(name: string): string {
  return name.replace(/^the/, 'The');
}
