-- Ann's token: dYaG2x-eH1Vj0vc2iYjzyWEayNt4ACqEzlCIv5cPw7A
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE codes (
	hash TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
CREATE TABLE events (
	"match" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	time BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER, 
	action BIGINT, 
	name TEXT NOT NULL, 
	data TEXT, 
	PRIMARY KEY ("match", number)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('448pgn7hf3r6cpjyjw',1,1794993363180,'set-up',NULL,NULL,'N; p; .; N; .; N; N; .; N; .; P; n; .; N; n; .; n; p; N; .; .; P; .; n; p; .; N; n; n; .; N; n; N; p; P; .; N; p; .; n; n; .; P; .; .; .; P; N; .; p; N; P; .; p; n; p; P; .; N; .; P; .; p; P; n; p; n; n; P; n; P; p; P; N; p; P; p; n; .; p; P; .; p; P','{"actions":[590,593,594,590,594,590,590,594,590,594,591,592,594,590,592,594,592,593,590,594,594,591,594,592,593,594,590,592,592,594,590,592,590,593,591,594,590,593,594,592,592,594,591,594,594,594,591,590,594,593,590,591,594,593,592,593,591,594,590,594,591,594,593,591,592,593,592,592,591,592,591,593,591,590,593,591,593,592,594,593,591,594,593,591],"k":0,"draws":[[84,0,15],[83,44,59],[82,58,82],[81,0,14],[80,57,80],[79,0,13],[78,0,12],[77,55,77],[76,0,11],[75,54,75],[74,10,25],[73,24,39],[72,52,72],[71,0,10],[70,23,37],[69,50,69],[68,23,36],[67,35,49],[66,0,9],[65,47,65],[64,47,64],[63,8,22],[62,46,62],[61,21,33],[60,32,45],[59,44,59],[58,0,8],[57,20,31],[56,20,30],[55,41,55],[54,0,7],[53,19,28],[52,0,6],[51,26,38],[50,5,18],[49,36,49],[48,0,5],[47,24,35],[46,34,46],[45,16,24],[44,16,23],[43,32,43],[42,4,16],[41,31,41],[40,31,40],[39,31,39],[38,4,15],[37,0,4],[36,29,36],[35,19,29],[34,0,3],[33,2,12],[32,26,32],[31,17,26],[30,11,17],[29,16,24],[28,2,11],[27,22,27],[26,0,2],[25,21,25],[24,1,9],[23,20,23],[22,13,20],[21,1,8],[20,7,12],[19,11,17],[18,7,11],[17,7,10],[16,1,7],[15,6,8],[14,1,6],[13,6,11],[12,1,5],[11,0,1],[10,4,8],[9,0,3],[8,3,6],[7,2,3],[6,4,6],[5,2,4],[4,0,2],[3,2,3],[2,1,2],[1,0,1]]}');
INSERT INTO "events" VALUES('448pgn7hf3r6cpjyjw',2,1794993363192,'choice',0,1,'a1+b2',NULL);
INSERT INTO "events" VALUES('448pgn7hf3r6cpjyjw',3,1794993363202,'choice',1,7,'a2+b3',NULL);
INSERT INTO "events" VALUES('448pgn7hf3r6cpjyjw',4,1794993363206,'resign',0,NULL,'',NULL);
INSERT INTO "events" VALUES('448pgn7hf3r6cpjyjw',5,1794993363206,'end',0,NULL,'','{"reason":"resign","winners":[1],"scores":[0,1],"seat":0}');
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',1,1794993363081,'set-up',NULL,NULL,'','{"actions":[],"k":0,"draws":[]}');
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',2,1794993363091,'choice',0,2,'a3',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',3,1794993363097,'choice',1,1,'a2',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',4,1794993363105,'choice',0,4,'b2',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',5,1794993363114,'choice',1,0,'a1',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',6,1794993363122,'choice',0,7,'c2',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',7,1794993363131,'choice',1,8,'c3',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',8,1794993363141,'choice',0,5,'b3',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',9,1794993363147,'choice',1,6,'c1',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',10,1794993363155,'choice',0,3,'b1',NULL);
INSERT INTO "events" VALUES('448pgngrchvn3wr57q',11,1794993363155,'end',NULL,NULL,'','{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}');
INSERT INTO "events" VALUES('448pgnrqtmpsj8mruq',1,1794993363232,'set-up',NULL,NULL,'','{"actions":[],"k":0,"draws":[]}');
INSERT INTO "events" VALUES('448pgnrqtmpsj8mruq',2,1794993363241,'choice',0,4,'b2',NULL);
CREATE TABLE guests (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('h7fbwmkmcuvq','Ann','guest',1794993363008);
CREATE TABLE matches (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	version TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	host TEXT NOT NULL, 
	public INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	started BIGINT, 
	ended BIGINT, 
	changed BIGINT NOT NULL, 
	events INTEGER NOT NULL, 
	actor INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	series TEXT, 
	place INTEGER NOT NULL, 
	"before" TEXT, 
	next TEXT, 
	result TEXT, 
	archive TEXT, 
	due BIGINT, 
	lease_by TEXT, 
	lease_until BIGINT, revision INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('448pgngrchvn3wr57q','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','h7fbwmkmcuvq',0,'over',1794993363068,1794993363081,1794993363155,1794993363155,11,-2,X'1DA7BADCAD1B58107F4558CF84525D024A54B2D7E25418D097D98083A3CD068B',NULL,0,NULL,NULL,'{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}','{"log":[{"number":1,"time":1794993363081,"kind":"set-up","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"names":[]}},{"number":2,"time":1794993363091,"kind":"choice","seat":0,"action":2,"name":"a3","label":{"key":"mark","args":{"square":"a3"}},"about":{"places":["a3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":3,"time":1794993363097,"kind":"choice","seat":1,"action":1,"name":"a2","label":{"key":"mark","args":{"square":"a2"}},"about":{"places":["a2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":4,"time":1794993363105,"kind":"choice","seat":0,"action":4,"name":"b2","label":{"key":"mark","args":{"square":"b2"}},"about":{"places":["b2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":5,"time":1794993363114,"kind":"choice","seat":1,"action":0,"name":"a1","label":{"key":"mark","args":{"square":"a1"}},"about":{"places":["a1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":6,"time":1794993363122,"kind":"choice","seat":0,"action":7,"name":"c2","label":{"key":"mark","args":{"square":"c2"}},"about":{"places":["c2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":7,"time":1794993363131,"kind":"choice","seat":1,"action":8,"name":"c3","label":{"key":"mark","args":{"square":"c3"}},"about":{"places":["c3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":8,"time":1794993363141,"kind":"choice","seat":0,"action":5,"name":"b3","label":{"key":"mark","args":{"square":"b3"}},"about":{"places":["b3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":9,"time":1794993363147,"kind":"choice","seat":1,"action":6,"name":"c1","label":{"key":"mark","args":{"square":"c1"}},"about":{"places":["c1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":10,"time":1794993363155,"kind":"choice","seat":0,"action":3,"name":"b1","label":{"key":"mark","args":{"square":"b1"}},"about":{"places":["b1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":11,"time":1794993363155,"kind":"end","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}}],"now":{"number":11,"clocks":[],"choices":[],"forms":[],"actor":-2,"view":{"board":[2,2,1,1,1,1,2,1,2]},"outcomes":[],"prompt":{"key":"prompt.mark","args":{}},"topic":"T4","tally":[{"seat":0,"points":1,"reason":{"key":"reason.line","args":{}},"rule":"T3"}],"scores":[1,0],"winners":[0],"undo":null,"thinking":false}}',NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448pgn7hf3r6cpjyjw','bigxbang','1-95a6a943','{"game":"bigxbang","seats":[],"options":{"players":2,"short":true,"no_light":false,"meet":false,"dark_matter":false,"decay":false,"puzzle":"none","coop":false,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','h7fbwmkmcuvq',0,'over',1794993363165,1794993363180,1794993363206,1794993363206,5,-2,X'D16EB7C26FD0B479BB3CEE4D9DC7E25724B11768AED8FD6D8932127615585E07',NULL,0,NULL,NULL,'{"reason":"resign","winners":[1],"scores":[0,1],"seat":0}','{"log":[{"number":1,"time":1794993363180,"kind":"set-up","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[{"k":0,"total":84,"low":0,"high":15},{"k":1,"total":83,"low":44,"high":59},{"k":2,"total":82,"low":58,"high":82},{"k":3,"total":81,"low":0,"high":14},{"k":4,"total":80,"low":57,"high":80},{"k":5,"total":79,"low":0,"high":13},{"k":6,"total":78,"low":0,"high":12},{"k":7,"total":77,"low":55,"high":77},{"k":8,"total":76,"low":0,"high":11},{"k":9,"total":75,"low":54,"high":75},{"k":10,"total":74,"low":10,"high":25},{"k":11,"total":73,"low":24,"high":39},{"k":12,"total":72,"low":52,"high":72},{"k":13,"total":71,"low":0,"high":10},{"k":14,"total":70,"low":23,"high":37},{"k":15,"total":69,"low":50,"high":69},{"k":16,"total":68,"low":23,"high":36},{"k":17,"total":67,"low":35,"high":49},{"k":18,"total":66,"low":0,"high":9},{"k":19,"total":65,"low":47,"high":65},{"k":20,"total":64,"low":47,"high":64},{"k":21,"total":63,"low":8,"high":22},{"k":22,"total":62,"low":46,"high":62},{"k":23,"total":61,"low":21,"high":33},{"k":24,"total":60,"low":32,"high":45},{"k":25,"total":59,"low":44,"high":59},{"k":26,"total":58,"low":0,"high":8},{"k":27,"total":57,"low":20,"high":31},{"k":28,"total":56,"low":20,"high":30},{"k":29,"total":55,"low":41,"high":55},{"k":30,"total":54,"low":0,"high":7},{"k":31,"total":53,"low":19,"high":28},{"k":32,"total":52,"low":0,"high":6},{"k":33,"total":51,"low":26,"high":38},{"k":34,"total":50,"low":5,"high":18},{"k":35,"total":49,"low":36,"high":49},{"k":36,"total":48,"low":0,"high":5},{"k":37,"total":47,"low":24,"high":35},{"k":38,"total":46,"low":34,"high":46},{"k":39,"total":45,"low":16,"high":24},{"k":40,"total":44,"low":16,"high":23},{"k":41,"total":43,"low":32,"high":43},{"k":42,"total":42,"low":4,"high":16},{"k":43,"total":41,"low":31,"high":41},{"k":44,"total":40,"low":31,"high":40},{"k":45,"total":39,"low":31,"high":39},{"k":46,"total":38,"low":4,"high":15},{"k":47,"total":37,"low":0,"high":4},{"k":48,"total":36,"low":29,"high":36},{"k":49,"total":35,"low":19,"high":29},{"k":50,"total":34,"low":0,"high":3},{"k":51,"total":33,"low":2,"high":12},{"k":52,"total":32,"low":26,"high":32},{"k":53,"total":31,"low":17,"high":26},{"k":54,"total":30,"low":11,"high":17},{"k":55,"total":29,"low":16,"high":24},{"k":56,"total":28,"low":2,"high":11},{"k":57,"total":27,"low":22,"high":27},{"k":58,"total":26,"low":0,"high":2},{"k":59,"total":25,"low":21,"high":25},{"k":60,"total":24,"low":1,"high":9},{"k":61,"total":23,"low":20,"high":23},{"k":62,"total":22,"low":13,"high":20},{"k":63,"total":21,"low":1,"high":8},{"k":64,"total":20,"low":7,"high":12},{"k":65,"total":19,"low":11,"high":17},{"k":66,"total":18,"low":7,"high":11},{"k":67,"total":17,"low":7,"high":10},{"k":68,"total":16,"low":1,"high":7},{"k":69,"total":15,"low":6,"high":8},{"k":70,"total":14,"low":1,"high":6},{"k":71,"total":13,"low":6,"high":11},{"k":72,"total":12,"low":1,"high":5},{"k":73,"total":11,"low":0,"high":1},{"k":74,"total":10,"low":4,"high":8},{"k":75,"total":9,"low":0,"high":3},{"k":76,"total":8,"low":3,"high":6},{"k":77,"total":7,"low":2,"high":3},{"k":78,"total":6,"low":4,"high":6},{"k":79,"total":5,"low":2,"high":4},{"k":80,"total":4,"low":0,"high":2},{"k":81,"total":3,"low":2,"high":3},{"k":82,"total":2,"low":1,"high":2},{"k":83,"total":1,"low":0,"high":1}],"data":{"names":["N","p",".","N",".","N","N",".","N",".","P","n",".","N","n",".","n","p","N",".",".","P",".","n","p",".","N","n","n",".","N","n","N","p","P",".","N","p",".","n","n",".","P",".",".",".","P","N",".","p","N","P",".","p","n","p","P",".","N",".","P",".","p","P","n","p","n","n","P","n","P","p","P","N","p","P","p","n",".","p","P",".","p","P"]}},{"number":2,"time":1794993363192,"kind":"choice","seat":0,"action":1,"name":"a1+b2","label":{"key":"fuse","args":{"from":"a1","to":"b2","stack":"n","other":"H1","result":"H2"}},"about":{"places":["a1","b2"],"pieces":["n","H1","H2"],"effect":"fuse","rule":"X7"},"draws":[],"data":null},{"number":3,"time":1794993363202,"kind":"choice","seat":1,"action":7,"name":"a2+b3","label":{"key":"fuse","args":{"from":"a2","to":"b3","stack":"anti-H1","other":"anti-n","result":"anti-H2"}},"about":{"places":["a2","b3"],"pieces":["anti-H1","anti-n","anti-H2"],"effect":"fuse","rule":"X7"},"draws":[],"data":null},{"number":4,"time":1794993363206,"kind":"resign","seat":0,"action":null,"name":"","label":null,"about":null,"draws":[],"data":null},{"number":5,"time":1794993363206,"kind":"end","seat":0,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"reason":"resign","winners":[1],"scores":[0,1],"seat":0}}],"now":{"number":5,"clocks":[],"choices":[],"forms":[],"actor":-2,"view":{"circles":[{"name":"a1","x":2.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a2","x":3.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a3","x":4.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a4","x":5.0,"y":0,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"a5","x":6.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a6","x":7.0,"y":0,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"a7","x":8.0,"y":0,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"a8","x":9.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a9","x":10.0,"y":0,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"b1","x":1.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b2","x":2.5,"y":1,"side":"matter","nucleus":"H2","protons":1,"neutrons":1},{"name":"b3","x":3.5,"y":1,"side":"antimatter","nucleus":"H2","protons":1,"neutrons":1},{"name":"b4","x":4.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b5","x":5.5,"y":1,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"b6","x":6.5,"y":1,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"b7","x":7.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b8","x":8.5,"y":1,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"b9","x":9.5,"y":1,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b10","x":10.5,"y":1,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"c1","x":1.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c2","x":2.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c3","x":3.0,"y":2,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c4","x":4.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c5","x":5.0,"y":2,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"c6","x":6.0,"y":2,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c7","x":7.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c8","x":8.0,"y":2,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"c9","x":9.0,"y":2,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"c10","x":10.0,"y":2,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"c11","x":11.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d1","x":0.5,"y":3,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"d2","x":1.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d3","x":2.5,"y":3,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"d4","x":3.5,"y":3,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d5","x":4.5,"y":3,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d6","x":5.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d7","x":6.5,"y":3,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"d8","x":7.5,"y":3,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d9","x":8.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d10","x":9.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d11","x":10.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d12","x":11.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e1","x":0.0,"y":4,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e2","x":1.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e3","x":2.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e4","x":3.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e5","x":4.0,"y":4,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e6","x":5.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e7","x":6.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e8","x":7.0,"y":4,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e9","x":8.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e10","x":9.0,"y":4,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e11","x":10.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e12","x":11.0,"y":4,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f1","x":0.5,"y":5,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"f2","x":1.5,"y":5,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f3","x":2.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f4","x":3.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f5","x":4.5,"y":5,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"f6","x":5.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f7","x":6.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f8","x":7.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f9","x":8.5,"y":5,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f10","x":9.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f11","x":10.5,"y":5,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"g1","x":1.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g2","x":2.0,"y":6,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"g3","x":3.0,"y":6,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"g4","x":4.0,"y":6,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g5","x":5.0,"y":6,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"g6","x":6.0,"y":6,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g7","x":7.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g8","x":8.0,"y":6,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g9","x":9.0,"y":6,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"g10","x":10.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h1","x":1.5,"y":7,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h2","x":2.5,"y":7,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h3","x":3.5,"y":7,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"h4","x":4.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h5","x":5.5,"y":7,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h6","x":6.5,"y":7,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h7","x":7.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h8","x":8.5,"y":7,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h9","x":9.5,"y":7,"side":"matter","nucleus":"H1","protons":1,"neutrons":0}],"mover":"matter","passes":0,"reserves":[[0,0,0,0],[0,0,0,0]],"common_reserve":false,"goals":[{"name":"light","counts":[0,0],"tie_break":[],"leader":-1,"places":[[],[]],"rule":"X10"},{"name":"helium","counts":[0,0],"tie_break":[0,0],"leader":-1,"places":[[],[]],"rule":"X11"},{"name":"star","counts":[6,9],"tie_break":[],"leader":1,"places":[["e9","e10","f10","g8","g9","h9"],["b8","b9","c9","c10","d10","d11","e12","f11","g10"]],"rule":"X12"}],"carbon":[],"variants":["short"],"puzzle":"none","puzzle_score":0,"puzzle_best":0},"outcomes":[],"prompt":null,"topic":"X5","tally":[{"seat":1,"points":1,"reason":{"key":"reason.star","args":{"n":9,"m":6,"each":6}},"rule":"X12"}],"scores":[0,1],"winners":[1],"undo":null,"thinking":false}}',NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448pgnrqtmpsj8mruq','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','h7fbwmkmcuvq',0,'running',1794993363219,1794993363232,NULL,1794993363241,2,1,X'557A6E2D89A8F12E29BF73743DA5319306930B11B3064BA2F19D9DA29C707EA9',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448pgntq4b92b36tuc','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','h7fbwmkmcuvq',0,'waiting',1794993363259,NULL,NULL,1794993363259,0,-1,X'11C47EE629C42507347FD3720CEDBC77360E69AD6E7051AE6FE9640A4F8EC36A',NULL,0,NULL,NULL,NULL,NULL,1794993364270,NULL,NULL,0);
CREATE TABLE notes (
	"match" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	time BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	data TEXT, 
	PRIMARY KEY ("match", number)
)
 WITHOUT ROWID

;
INSERT INTO "notes" VALUES('448pgnrqtmpsj8mruq',0,1794993363250,'chat',0,'Ann','your turn',NULL);
CREATE TABLE seats (
	"match" TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	guest TEXT, 
	name TEXT NOT NULL, 
	level TEXT, 
	contribution TEXT, 
	muted INTEGER NOT NULL, 
	seen BIGINT, 
	PRIMARY KEY ("match", seat)
);
INSERT INTO "seats" VALUES('448pgngrchvn3wr57q',0,'person','h7fbwmkmcuvq','Ann',NULL,'54b082466e79bf095408af7dd58a5b11',0,1794993363068);
INSERT INTO "seats" VALUES('448pgngrchvn3wr57q',1,'person','h7fbwmkmcuvq','Ann 2',NULL,'3d7770beab4bcadba69f2faa49184b6a',0,1794993363068);
INSERT INTO "seats" VALUES('448pgn7hf3r6cpjyjw',0,'person','h7fbwmkmcuvq','Ann',NULL,'a6710fd31d2718879507662788d7db47',0,1794993363165);
INSERT INTO "seats" VALUES('448pgn7hf3r6cpjyjw',1,'person','h7fbwmkmcuvq','Ann 2',NULL,'de94a62f7a9a5991594be7730a6ad11d',0,1794993363165);
INSERT INTO "seats" VALUES('448pgnrqtmpsj8mruq',0,'person','h7fbwmkmcuvq','Ann',NULL,'511e130f5e348ead23e010a76aadadd9',0,1794993363219);
INSERT INTO "seats" VALUES('448pgnrqtmpsj8mruq',1,'person','h7fbwmkmcuvq','Ann 2',NULL,'aebf357d75c6bbb4860dfd3bac5c4c29',0,1794993363219);
INSERT INTO "seats" VALUES('448pgntq4b92b36tuc',0,'person','h7fbwmkmcuvq','Ann',NULL,'559428e6ce2721228d9543a6c2b45bfe',0,1794993363259);
INSERT INTO "seats" VALUES('448pgntq4b92b36tuc',1,'open',NULL,'',NULL,NULL,0,NULL);
CREATE TABLE tokens (
	hash TEXT NOT NULL, 
	guest TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "tokens" VALUES('4b3575d1a7a6795b404b36fa91e134441c4676fe39deaf9f89deaa0305ab0d78','h7fbwmkmcuvq',1794993363008);
CREATE INDEX matches_by_status ON matches (status, public, changed);
CREATE INDEX matches_by_due ON matches (due);
CREATE INDEX matches_by_changed ON matches (changed);
CREATE INDEX matches_by_series ON matches (series);
CREATE INDEX seats_by_guest ON seats (guest);
COMMIT;
