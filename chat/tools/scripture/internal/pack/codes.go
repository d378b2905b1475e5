package main

// codes has the USFM code of every book by the name that SWORD gives it.
var codes = map[string]string{
	"Genesis": "GEN", "Exodus": "EXO", "Leviticus": "LEV", "Numbers": "NUM", "Deuteronomy": "DEU", "Joshua": "JOS",
	"Judges": "JDG", "Ruth": "RUT", "I Samuel": "1SA", "II Samuel": "2SA", "I Kings": "1KI", "II Kings": "2KI",
	"I Chronicles": "1CH", "II Chronicles": "2CH", "Ezra": "EZR", "Nehemiah": "NEH", "Esther": "EST", "Job": "JOB",
	"Psalms": "PSA", "Proverbs": "PRO", "Ecclesiastes": "ECC", "Song of Solomon": "SNG", "Isaiah": "ISA",
	"Jeremiah": "JER", "Lamentations": "LAM", "Ezekiel": "EZK", "Daniel": "DAN", "Hosea": "HOS", "Joel": "JOL",
	"Amos": "AMO", "Obadiah": "OBA", "Jonah": "JON", "Micah": "MIC", "Nahum": "NAM", "Habakkuk": "HAB",
	"Zephaniah": "ZEP", "Haggai": "HAG", "Zechariah": "ZEC", "Malachi": "MAL",

	"Tobit": "TOB", "Judith": "JDT", "Esther (Greek)": "ESG", "Wisdom": "WIS", "Sirach": "SIR", "Baruch": "BAR",
	"I Maccabees": "1MA", "II Maccabees": "2MA", "III Maccabees": "3MA", "IV Maccabees": "4MA", "I Esdras": "1ES",
	"II Esdras": "2ES", "Prayer of Manasses": "MAN", "Additional Psalm": "PS2",

	"Matthew": "MAT", "Mark": "MRK", "Luke": "LUK", "John": "JHN", "Acts": "ACT", "Romans": "ROM",
	"I Corinthians": "1CO", "II Corinthians": "2CO", "Galatians": "GAL", "Ephesians": "EPH", "Philippians": "PHP",
	"Colossians": "COL", "I Thessalonians": "1TH", "II Thessalonians": "2TH", "I Timothy": "1TI", "II Timothy": "2TI",
	"Titus": "TIT", "Philemon": "PHM", "Hebrews": "HEB", "James": "JAS", "I Peter": "1PE", "II Peter": "2PE",
	"I John": "1JN", "II John": "2JN", "III John": "3JN", "Jude": "JUD", "Revelation of John": "REV",
}
