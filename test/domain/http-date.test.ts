import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImfFixdate, parseHttpDate } from '../../src/domain/http-date.js'

const example = Date.UTC(1994, 10, 6, 8, 49, 37)

describe('parseHttpDate', () => {
  it.each([
    ['IMF-fixdate', 'Sun, 06 Nov 1994 08:49:37 GMT', example],
    ['RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT', example],
    ['asctime', 'Sun Nov  6 08:49:37 1994', example],
    ['asctime with two digits for the day', 'Sun Nov 06 08:49:37 1994', example],
    ['a late day in asctime', 'Wed Nov 16 08:49:37 1994', Date.UTC(1994, 10, 16, 8, 49, 37)],
    ['a weekday that does not fit', 'Mon, 06 Nov 1994 08:49:37 GMT', example],
    ['a long weekday that does not fit', 'Monday, 06-Nov-94 08:49:37 GMT', example],
    ['the first second of a day', 'Sat, 01 Jan 2000 00:00:00 GMT', Date.UTC(2000, 0, 1)],
    ['the last second of a year', 'Fri, 31 Dec 1999 23:59:59 GMT', Date.UTC(1999, 11, 31, 23, 59, 59)],
    ['a leap second', 'Sat, 31 Dec 2016 23:59:60 GMT', Date.UTC(2017, 0, 1)],
    ['a leap day', 'Thu, 29 Feb 2024 12:00:00 GMT', Date.UTC(2024, 1, 29, 12)],
    ['a leap day of a fourth century', 'Tue, 29 Feb 2000 12:00:00 GMT', Date.UTC(2000, 1, 29, 12)],
    ['a date before 1970', 'Wed, 31 Dec 1969 23:59:59 GMT', -1000],
    ['a year below 100', 'Sun, 06 Nov 0094 08:49:37 GMT', Date.parse('0094-11-06T08:49:37Z')],
  ])('reads %s', (_, text, time) => {
    expect(parseHttpDate(text)).toBe(time)
  })

  it.each([
    ['nothing', ''],
    ['a number', '120'],
    ['an ISO date', '1994-11-06T08:49:37Z'],
    ['31 February', 'Thu, 31 Feb 1994 08:49:37 GMT'],
    ['29 February of a common year', 'Wed, 29 Feb 2023 08:49:37 GMT'],
    ['29 February of 1900', 'Thu, 29 Feb 1900 08:49:37 GMT'],
    ['31 April', 'Sun, 31 Apr 1994 08:49:37 GMT'],
    ['31 February in RFC 850', 'Thursday, 31-Feb-94 08:49:37 GMT'],
    ['31 February in asctime', 'Thu Feb 31 08:49:37 1994'],
    ['day 0', 'Sun, 00 Nov 1994 08:49:37 GMT'],
    ['day 32', 'Sun, 32 Nov 1994 08:49:37 GMT'],
    ['a day of one digit', 'Sun, 6 Nov 1994 08:49:37 GMT'],
    ['a day of one digit in RFC 850', 'Sunday, 6-Nov-94 08:49:37 GMT'],
    ['an unpadded day in asctime', 'Sun Nov 6 08:49:37 1994'],
    ['hour 24', 'Sun, 06 Nov 1994 24:00:00 GMT'],
    ['minute 60', 'Sun, 06 Nov 1994 08:60:37 GMT'],
    ['second 61', 'Sat, 31 Dec 2016 23:59:61 GMT'],
    ['a leap second in mid-day', 'Sat, 31 Dec 2016 12:59:60 GMT'],
    ['no seconds', 'Sun, 06 Nov 1994 08:49 GMT'],
    ['an unknown weekday', 'Xyz, 06 Nov 1994 08:49:37 GMT'],
    ['a weekday in full', 'Sunday, 06 Nov 1994 08:49:37 GMT'],
    ['a short weekday in RFC 850', 'Sun, 06-Nov-94 08:49:37 GMT'],
    ['no weekday', '06 Nov 1994 08:49:37 GMT'],
    ['an unknown month', 'Sun, 06 Nvm 1994 08:49:37 GMT'],
    ['a month in full', 'Sun, 06 November 1994 08:49:37 GMT'],
    ['lower case', 'sun, 06 nov 1994 08:49:37 gmt'],
    ['four digits of year in RFC 850', 'Sunday, 06-Nov-1994 08:49:37 GMT'],
    ['two digits of year', 'Sun, 06 Nov 94 08:49:37 GMT'],
    ['five digits of year', 'Sun, 06 Nov 11994 08:49:37 GMT'],
    ['UTC for a zone', 'Sun, 06 Nov 1994 08:49:37 UTC'],
    ['an offset for a zone', 'Sun, 06 Nov 1994 08:49:37 +0000'],
    ['no zone', 'Sun, 06 Nov 1994 08:49:37'],
    ['a zone in asctime', 'Sun Nov  6 08:49:37 1994 GMT'],
    ['a doubled blank', 'Sun, 06  Nov 1994 08:49:37 GMT'],
    ['no comma', 'Sun 06 Nov 1994 08:49:37 GMT'],
    ['blanks around it', ' Sun, 06 Nov 1994 08:49:37 GMT '],
    ['a line break at its end', 'Sun, 06 Nov 1994 08:49:37 GMT\n'],
    ['two dates', 'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT'],
    ['digits of another script', 'Sun, ٠٦ Nov 1994 08:49:37 GMT'],
  ])('refuses %s', (_, text) => {
    expect(parseHttpDate(text)).toBeUndefined()
    expect(isImfFixdate(text)).toBe(false)
  })

  it.each([
    ['70', Date.UTC(2026, 0, 1), 2070],
    ['76', Date.UTC(2026, 0, 1), 2076],
    ['77', Date.UTC(2026, 0, 1), 1977],
    ['26', Date.UTC(2026, 0, 1), 2026],
    ['99', Date.UTC(2026, 0, 1), 1999],
    ['01', Date.UTC(2099, 0, 1), 2101],
    ['49', Date.UTC(1999, 0, 1), 2049],
    ['50', Date.UTC(1999, 0, 1), 1950],
    ['70', undefined, 2070],
    ['71', undefined, 1971],
  ])('takes the year %s, read at %d, for %d', (year, now, full) => {
    expect(parseHttpDate(`Sunday, 06-Nov-${year} 08:49:37 GMT`, now)).toBe(Date.UTC(full, 10, 6, 8, 49, 37))
  })

  it('reads back, to the second, whatever a Date writes, in each of the three forms', () => {
    const years = { min: new Date('1971-01-01T00:00:00Z'), max: new Date('2070-12-31T23:59:59Z') }
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        const time = Math.floor(date.getTime() / 1000) * 1000
        const [, day = '', month = '', year = '', clock = ''] = date.toUTCString().split(' ')
        const forms = [
          date.toUTCString(),
          `Sunday, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
          `Sun ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
        ]
        expect(forms.map((text) => parseHttpDate(text))).toEqual([time, time, time])
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseHttpDate(text)).toBeUndefined()
      }),
    )
  })
})

describe('isImfFixdate', () => {
  it('holds for the one form that may be sent', () => {
    expect(isImfFixdate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(true)
  })

  it.each(['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('does not hold for %s', (text) => {
    expect(isImfFixdate(text)).toBe(false)
  })
})
