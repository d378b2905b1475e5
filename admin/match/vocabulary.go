package match

import "narthex/chat/words"

// weak are words that say nothing of which church it is.
var weak = words.Set("the of at in on for and a an to our de del la el los las y e en o do da dos church churche iglesia igreja eglise parish " +
	"parroquia paroquia congregation congregacion inc llc ltd trust incorporated campus")

// ordinals are names that every town has.
var ordinals = words.Set("first second third fourth fifth sixth primera segunda tercera new old central")

// kinds are words that say what kind of church it is.
var kinds = words.Set("baptist bautista methodist metodista united unida catholic catolica roman lutheran luterana presbyterian presbiteriana episcopal " +
	"anglican pentecostal evangelical evangelica assembly asamblea god dio adventist adventista seventh day septimo dia nazarene nazareno reformed " +
	"reformada orthodox ortodoxa greek russian coptic antiochian missionary mission free bible community comunidad christian cristiana christ cristo " +
	"fellowship chapel capilla ministry ministerio temple templo tabernacle worship center centro cathedral catedral basilica congregational covenant " +
	"wesleyan african apostolic apostolica independent southern charismatic nondenominational anabaptist mennonite brethren quaker friend " +
	"salvation army foursquare vineyard holiness vietnamese korean chinese hispanic latino")

// short are words as they are written in a hurry, and what they stand for.
var short = map[string][]string{
	"st": {"saint"}, "ste": {"saint"}, "sta": {"santa"}, "sto": {"santo"}, "sts": {"saint"}, "ss": {"saint"}, "saints": {"saint"}, "mt": {"mount"}, "ft": {"fort"},
	"1st": {"first"}, "2nd": {"second"}, "3rd": {"third"}, "4th": {"fourth"}, "5th": {"fifth"}, "6th": {"sixth"}, "1": {"first"}, "1ra": {"primera"}, "2da": {"segunda"},
	"ch": {"church"}, "chr": {"christian"}, "bapt": {"baptist"}, "meth": {"methodist"}, "presb": {"presbyterian"}, "pres": {"presbyterian"}, "luth": {"lutheran"},
	"cath": {"catholic"}, "episc": {"episcopal"}, "pent": {"pentecostal"}, "evang": {"evangelical"}, "cong": {"congregational"}, "comm": {"community"},
	"ctr": {"center"}, "centre": {"center"}, "ministries": {"ministry"}, "assemblies": {"assembly"}, "dios": {"dio"}, "friends": {"friend"}, "asambleas": {"asamblea"},
	"umc": {"united", "methodist", "church"}, "ume": {"united", "methodist", "church"}, "ame": {"african", "methodist", "episcopal"}, "amez": {"african", "methodist", "episcopal", "zion"},
	"cme": {"christian", "methodist", "episcopal"}, "sda": {"seventh", "day", "adventist"}, "ucc": {"united", "church", "christ"}, "rc": {"roman", "catholic"},
	"pcusa": {"presbyterian"}, "pca": {"presbyterian"}, "elca": {"lutheran"}, "lcms": {"lutheran"}, "cogic": {"church", "god", "christ"}, "cog": {"church", "god"},
	"ag": {"assembly", "god"}, "aog": {"assembly", "god"}, "fbc": {"first", "baptist", "church"}, "fumc": {"first", "united", "methodist", "church"}, "cma": {"christian", "missionary", "alliance"},
	"blvd": {"boulevard"}, "ave": {"avenue"}, "rd": {"road"}, "n": {"north"}, "s": {"south"}, "w": {"west"}, "nra": {"nuestra"}, "sra": {"senora"}, "ntra": {"nuestra"},
	"sagdo": {"sagrado"}, "xto": {"cristo"}, "xn": {"christian"}, "jesus": {"jesus"}, "james": {"james"}, "thomas": {"thomas"}, "nicholas": {"nicholas"}, "charles": {"charles"},
	"agnes": {"agnes"}, "lucas": {"lucas"}, "carlos": {"carlos"}, "marcos": {"marcos"}, "dolores": {"dolores"}, "angeles": {"angeles"},
}
