"""Units, words of scale and numbers written as words, in the languages reports are most often written in."""

from __future__ import annotations

import re

UNITS: dict[str, str] = {}
for _line in """
    % percent per-cent prozent pourcent pct ٪ ％
    m metre metres meter meters metern mètre mètres metro metros
    km kilometre kilometres kilometer kilometers kilometern
    cm centimetre centimetres centimeter centimeters
    mm millimetre millimetres millimeter millimeters
    ft foot feet
    mi mile miles
    kg kilogram kilograms kilogramm kilo kilos
    g gram grams gramm
    mg milligram milligrams milligramm
    µg μg mcg microgram micrograms
    t tonne tonnes ton tons tonnen
    l litre litres liter liters
    ml millilitre millilitres milliliter milliliters
    s sec secs second seconds sekunde sekunden seconde secondes segundo segundos
    ms millisecond milliseconds millisekunden
    min mins minute minutes minuten minuto minutos
    h hr hrs hour hours stunde stunden heure heures hora horas
    day days tag tage tagen jour jours día días
    week weeks woche wochen semaine semaines semana semanas
    month months monat monate monaten mois mes meses
    year years jahr jahre jahren an ans année années año años yr yrs
    $ usd dollar dollars us$
    € eur euro euros
    £ gbp pound pounds
    ¥ jpy yen
    °c celsius
    °f fahrenheit
    b byte bytes
    kb kilobyte kilobytes
    mb megabyte megabytes
    gb gigabyte gigabytes
    tb terabyte terabytes
    w watt watts
    kw kilowatt kilowatts
    mw megawatt megawatts
    gw gigawatt gigawatts
    kwh mwh kib mib gib tib
    hz hertz
    khz mhz ghz
    v volt volts
""".strip().splitlines():
    for _name in _line.split():
        # Units that share a line only because they are few keep their own name.
        UNITS[_name.replace("-", " ")] = _name if _line.split()[0] in ("kwh", "khz") else _line.split()[0]
SCALES = {
    "thousand": 3, "tausend": 3, "mille": 3, "k": 3,
    "million": 6, "millions": 6, "millionen": 6, "mio": 6, "millones": 6, "milioni": 6, "m": 6, "mn": 6,
    "billion": 9, "billions": 9, "milliarden": 9, "milliarde": 9, "milliard": 9, "milliards": 9, "mrd": 9, "bn": 9,
    "trillion": 12, "trillions": 12, "billionen": 12, "tn": 12,
}  # fmt: skip
_NUMBER_NAMES = """
    zero null cero zéro|one eins un uno une una|two zwei deux dos due|three drei trois tres tre
    four vier quatre cuatro quattro|five fünf cinq cinco cinque|six sechs seis sei|seven sieben sept siete sette
    eight acht huit ocho otto|nine neun neuf nueve nove|ten zehn dix diez dieci|eleven elf onze once undici
    twelve zwölf douze doce dodici|thirteen dreizehn treize|fourteen vierzehn quatorze|fifteen fünfzehn quinze
    sixteen sechzehn seize|seventeen siebzehn|eighteen achtzehn|nineteen neunzehn|twenty zwanzig vingt veinte venti
"""
NUMBER_WORDS = {
    word: number for number, names in enumerate(re.split(r"[|\n]", _NUMBER_NAMES.strip())) for word in names.split()
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
