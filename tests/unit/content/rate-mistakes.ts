import { inRates, type Mistake } from './mistake.ts'

/** Mistakes in the dated prices and rates. */
export const rateMistakes: Readonly<Record<string, Mistake>> = {
  'a price with the point in the wrong place': {
    changes: inRates(/"price": "0.25"/g, '"price": "25"'),
    messages: [
      'src/content/rates.json:2  rates  “asOf” is 2026-11-22, and prices have changed since: pc.ALEO.price, cloud.ALEO.price. Write the day of the new prices.',
      'src/content/rates.json:6  rates  “pc.ALEO.price” is 25, and was 0.25 on 2026-11-22: more than 3 times as much. Correct it; if it is right, add "confirm": { "pc.ALEO.price": "25" } to the file.',
      'src/content/rates.json:20  rates  “cloud.ALEO.price” is 25, and was 0.25 on 2026-11-22: more than 3 times as much. Correct it; if it is right, add "confirm": { "cloud.ALEO.price": "25" } to the file.',
    ],
  },
  'a price as a number': {
    changes: inRates('"price": "0.25"', '"price": 0.25'),
    messages: [
      'src/content/rates.json:6  rates  “pc.ALEO.price” is 0.25, and has to be a decimal number between quotes. Write it as "0.25", with a point and without signs, spaces or units.',
    ],
  },
  'a price with a unit': {
    changes: inRates('"price": "0.25"', '"price": "0.25 USDT"'),
    messages: [
      'src/content/rates.json:6  rates  “pc.ALEO.price” is "0.25 USDT", and has to be a decimal number between quotes. Write it as "0.25", with a point and without signs, spaces or units.',
    ],
  },
  'two prices of one coin': {
    changes: inRates('"price": "0.25"', '"price": "0.26"'),
    messages: [
      'src/content/rates.json:2  rates  “asOf” is 2026-11-22, and prices have changed since: pc.ALEO.price. Write the day of the new prices.',
      'src/content/rates.json:20  rates  ALEO costs 0.25 here, and 0.26 in pc. Write the same price in both: it is one coin on one day.',
    ],
  },
  'new prices of the same day': {
    changes: inRates(/"price": "0.25"/g, '"price": "0.26"'),
    messages: [
      'src/content/rates.json:2  rates  “asOf” is 2026-11-22, and prices have changed since: pc.ALEO.price, cloud.ALEO.price. Write the day of the new prices.',
    ],
  },
  'a rate that the service does not pay': {
    changes: inRates('"0.072"', '"0.08"'),
    messages: [
      'src/content/rates.json:6  rates  “pc.ALEO.perUnitDay” is 0.08, and a new database pays 0.072 (service/platform/db/migrations/005-earnings.ts, from 2000-01-01). Pages and payments rest on one figure: change both, by a new migration, or neither.',
    ],
  },
  'a day to come': {
    changes: inRates(/"asOf": "[^"]*"/, '"asOf": "2999-01-01"'),
    messages: [
      'src/content/rates.json:2  rates  “asOf” is 2999-01-01, which is still to come. Write 2026-11-27 or an earlier day.',
    ],
  },
  'a day in another form': {
    changes: inRates(/"asOf": "[^"]*"/, '"asOf": "22.11.2026"'),
    messages: [
      'src/content/rates.json:2  rates  “asOf” is "22.11.2026", which is no day. Write the day of the figures in UTC as "2026-11-22".',
    ],
  },
  'a coin that does not exist': {
    changes: inRates('"coin": "NODEPAY"', '"coin": "NODPAY"'),
    messages: ['src/content/rates.json:8  rates  “pc.NODPAY.coin” is "NODPAY". Write "NODEPAY".'],
  },
  'a missing comma': {
    changes: inRates('"asOf": "2026-11-22",', '"asOf": "2026-11-22"'),
    messages: [
      "src/content/rates.json:3  rates  The file is no JSON here: Expected ',' or '}' after property value in JSON at position 27 (line 3 column 3). Look for a missing comma or quotation mark in this line and the one above.",
    ],
  },
  'a misspelled key': {
    changes: inRates('"watts": "15"', '"wats": "15"'),
    messages: ['src/content/rates.json:11  rates  There is no key “wats” here. Write “watts”.'],
  },
  'a stale confirmation': {
    changes: inRates('"pc": {', '"confirm": { "pc.ALEO.price": "25" },\n  "pc": {'),
    messages: [
      'src/content/rates.json:3  rates  “confirm” says 25 for “pc.ALEO.price”, which is 0.25. Remove this entry.',
    ],
  },
}
