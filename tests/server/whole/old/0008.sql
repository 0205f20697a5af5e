-- Ann's token: iRT9UqVwb8uNwdt8mgpLaY4raANw_AIYfu0Cpi4PQdA
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
CREATE TABLE attempts (
	date TEXT NOT NULL, 
	game TEXT NOT NULL, 
	guest TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	stars INTEGER NOT NULL, 
	score INTEGER, 
	shown INTEGER NOT NULL, 
	began BIGINT NOT NULL, 
	solved BIGINT, 
	PRIMARY KEY (date, game, guest)
)
 WITHOUT ROWID

;
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
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',1,1794997123667,'set-up',NULL,NULL,'','{"actions":[],"k":0,"draws":[]}');
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',2,1794997123680,'choice',0,2,'a3',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',3,1794997123684,'choice',1,1,'a2',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',4,1794997123692,'choice',0,4,'b2',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',5,1794997123714,'choice',1,0,'a1',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',6,1794997123721,'choice',0,7,'c2',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',7,1794997123727,'choice',1,8,'c3',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',8,1794997123732,'choice',0,5,'b3',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',9,1794997123741,'choice',1,6,'c1',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',10,1794997123748,'choice',0,3,'b1',NULL);
INSERT INTO "events" VALUES('448tdx7mfrj2znzhav',11,1794997123748,'end',NULL,NULL,'','{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}');
INSERT INTO "events" VALUES('448tdxdjq3zenwxsep',1,1794997123774,'set-up',NULL,NULL,'N; n; n; p; n; .; .; p; P; N; .; p; N; .; .; P; P; P; p; .; P; n; p; p; N; .; .; n; p; p; N; P; .; .; p; n; n; p; n; n; .; P; .; P; N; p; .; .; N; N; P; N; .; n; .; P; n; P; P; N; .; .; P; n; N; .; N; N; P; n; p; .; p; p; n; .; .; .; .; n; p; P; N; N','{"actions":[590,592,592,593,592,594,594,593,591,590,594,593,590,594,594,591,591,591,593,594,591,592,593,593,590,594,594,592,593,593,590,591,594,594,593,592,592,593,592,592,594,591,594,591,590,593,594,594,590,590,591,590,594,592,594,591,592,591,591,590,594,594,591,592,590,594,590,590,591,592,593,594,593,593,592,594,594,594,594,592,593,591,590,590],"k":0,"draws":[[84,0,15],[83,29,44],[82,29,43],[81,42,57],[80,29,42],[79,55,79],[78,55,78],[77,41,55],[76,14,29],[75,0,14],[74,52,74],[73,39,52],[72,0,13],[71,50,71],[70,50,70],[69,12,26],[68,12,25],[67,12,24],[66,35,47],[65,46,65],[64,12,23],[63,22,34],[62,33,44],[61,33,43],[60,0,12],[59,41,59],[58,41,58],[57,21,32],[56,31,40],[55,31,39],[54,0,11],[53,10,20],[52,36,52],[51,36,51],[50,29,36],[49,19,29],[48,19,28],[47,27,33],[46,19,27],[45,19,26],[44,30,44],[43,10,19],[42,29,42],[41,10,18],[40,0,10],[39,22,27],[38,26,38],[37,26,37],[36,0,9],[35,0,8],[34,7,14],[33,0,7],[32,22,32],[31,12,18],[30,21,30],[29,6,12],[28,11,16],[27,6,11],[26,6,10],[25,0,6],[24,16,24],[23,16,23],[22,5,8],[21,7,11],[20,0,5],[19,13,19],[18,0,4],[17,0,3],[16,2,4],[15,3,6],[14,5,9],[13,8,13],[12,5,8],[11,5,7],[10,3,5],[9,5,9],[8,5,8],[7,5,7],[6,5,6],[5,3,4],[4,3,4],[3,2,3],[2,0,2],[1,0,1]]}');
INSERT INTO "events" VALUES('448tdxdjq3zenwxsep',2,1794997123786,'choice',0,0,'a1xa2',NULL);
INSERT INTO "events" VALUES('448tdxdjq3zenwxsep',3,1794997123793,'choice',1,12,'a3+a4',NULL);
INSERT INTO "events" VALUES('448tdxdjq3zenwxsep',4,1794997123800,'resign',0,NULL,'',NULL);
INSERT INTO "events" VALUES('448tdxdjq3zenwxsep',5,1794997123800,'end',0,NULL,'','{"reason":"resign","winners":[1],"scores":[2,0],"seat":0}');
INSERT INTO "events" VALUES('448tdxe3ne37wvsztj',1,1794997123826,'set-up',NULL,NULL,'','{"actions":[],"k":0,"draws":[]}');
INSERT INTO "events" VALUES('448tdxe3ne37wvsztj',2,1794997123835,'choice',0,4,'b2',NULL);
CREATE TABLE guests (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('csm9kt3wxyh8','Ann','guest',1794997123648);
CREATE TABLE invitations (
	guest TEXT NOT NULL, 
	"match" TEXT NOT NULL, 
	host TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (guest, "match")
)
 WITHOUT ROWID

;
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
INSERT INTO "matches" VALUES('448tdx7mfrj2znzhav','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','csm9kt3wxyh8',0,'over',1794997123653,1794997123667,1794997123748,1794997123748,11,-2,X'703412CC05273489D348B19204B6F32B1E0DD266CA7B7BFD3C7CEA2A29BC15E2',NULL,0,NULL,NULL,'{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}','{"log":[{"number":1,"time":1794997123667,"kind":"set-up","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"names":[]}},{"number":2,"time":1794997123680,"kind":"choice","seat":0,"action":2,"name":"a3","label":{"key":"mark","args":{"square":"a3"}},"about":{"places":["a3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":3,"time":1794997123684,"kind":"choice","seat":1,"action":1,"name":"a2","label":{"key":"mark","args":{"square":"a2"}},"about":{"places":["a2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":4,"time":1794997123692,"kind":"choice","seat":0,"action":4,"name":"b2","label":{"key":"mark","args":{"square":"b2"}},"about":{"places":["b2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":5,"time":1794997123714,"kind":"choice","seat":1,"action":0,"name":"a1","label":{"key":"mark","args":{"square":"a1"}},"about":{"places":["a1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":6,"time":1794997123721,"kind":"choice","seat":0,"action":7,"name":"c2","label":{"key":"mark","args":{"square":"c2"}},"about":{"places":["c2"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":7,"time":1794997123727,"kind":"choice","seat":1,"action":8,"name":"c3","label":{"key":"mark","args":{"square":"c3"}},"about":{"places":["c3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":8,"time":1794997123732,"kind":"choice","seat":0,"action":5,"name":"b3","label":{"key":"mark","args":{"square":"b3"}},"about":{"places":["b3"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":9,"time":1794997123741,"kind":"choice","seat":1,"action":6,"name":"c1","label":{"key":"mark","args":{"square":"c1"}},"about":{"places":["c1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":10,"time":1794997123748,"kind":"choice","seat":0,"action":3,"name":"b1","label":{"key":"mark","args":{"square":"b1"}},"about":{"places":["b1"],"pieces":[],"effect":"mark","rule":"T2"},"draws":[],"data":null},{"number":11,"time":1794997123748,"kind":"end","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"reason":"rules","winners":[0],"scores":[1,0],"seat":null}}],"now":{"number":11,"clocks":[],"choices":[],"forms":[],"actor":-2,"view":{"board":[2,2,1,1,1,1,2,1,2]},"outcomes":[],"prompt":{"key":"prompt.mark","args":{}},"topic":"T4","tally":[{"seat":0,"points":1,"reason":{"key":"reason.line","args":{}},"rule":"T3"}],"scores":[1,0],"winners":[0],"undo":null,"thinking":false}}',NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448tdxdjq3zenwxsep','bigxbang','1-95a6a943','{"game":"bigxbang","seats":[],"options":{"players":2,"short":true,"no_light":false,"meet":false,"dark_matter":false,"decay":false,"puzzle":"none","coop":false,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','csm9kt3wxyh8',0,'over',1794997123758,1794997123774,1794997123800,1794997123800,5,-2,X'79C558B93770C310E6ED403C69F4075E61C161CC3472F64303ACBE872244B653',NULL,0,NULL,NULL,'{"reason":"resign","winners":[1],"scores":[2,0],"seat":0}','{"log":[{"number":1,"time":1794997123774,"kind":"set-up","seat":null,"action":null,"name":"","label":null,"about":null,"draws":[{"k":0,"total":84,"low":0,"high":15},{"k":1,"total":83,"low":29,"high":44},{"k":2,"total":82,"low":29,"high":43},{"k":3,"total":81,"low":42,"high":57},{"k":4,"total":80,"low":29,"high":42},{"k":5,"total":79,"low":55,"high":79},{"k":6,"total":78,"low":55,"high":78},{"k":7,"total":77,"low":41,"high":55},{"k":8,"total":76,"low":14,"high":29},{"k":9,"total":75,"low":0,"high":14},{"k":10,"total":74,"low":52,"high":74},{"k":11,"total":73,"low":39,"high":52},{"k":12,"total":72,"low":0,"high":13},{"k":13,"total":71,"low":50,"high":71},{"k":14,"total":70,"low":50,"high":70},{"k":15,"total":69,"low":12,"high":26},{"k":16,"total":68,"low":12,"high":25},{"k":17,"total":67,"low":12,"high":24},{"k":18,"total":66,"low":35,"high":47},{"k":19,"total":65,"low":46,"high":65},{"k":20,"total":64,"low":12,"high":23},{"k":21,"total":63,"low":22,"high":34},{"k":22,"total":62,"low":33,"high":44},{"k":23,"total":61,"low":33,"high":43},{"k":24,"total":60,"low":0,"high":12},{"k":25,"total":59,"low":41,"high":59},{"k":26,"total":58,"low":41,"high":58},{"k":27,"total":57,"low":21,"high":32},{"k":28,"total":56,"low":31,"high":40},{"k":29,"total":55,"low":31,"high":39},{"k":30,"total":54,"low":0,"high":11},{"k":31,"total":53,"low":10,"high":20},{"k":32,"total":52,"low":36,"high":52},{"k":33,"total":51,"low":36,"high":51},{"k":34,"total":50,"low":29,"high":36},{"k":35,"total":49,"low":19,"high":29},{"k":36,"total":48,"low":19,"high":28},{"k":37,"total":47,"low":27,"high":33},{"k":38,"total":46,"low":19,"high":27},{"k":39,"total":45,"low":19,"high":26},{"k":40,"total":44,"low":30,"high":44},{"k":41,"total":43,"low":10,"high":19},{"k":42,"total":42,"low":29,"high":42},{"k":43,"total":41,"low":10,"high":18},{"k":44,"total":40,"low":0,"high":10},{"k":45,"total":39,"low":22,"high":27},{"k":46,"total":38,"low":26,"high":38},{"k":47,"total":37,"low":26,"high":37},{"k":48,"total":36,"low":0,"high":9},{"k":49,"total":35,"low":0,"high":8},{"k":50,"total":34,"low":7,"high":14},{"k":51,"total":33,"low":0,"high":7},{"k":52,"total":32,"low":22,"high":32},{"k":53,"total":31,"low":12,"high":18},{"k":54,"total":30,"low":21,"high":30},{"k":55,"total":29,"low":6,"high":12},{"k":56,"total":28,"low":11,"high":16},{"k":57,"total":27,"low":6,"high":11},{"k":58,"total":26,"low":6,"high":10},{"k":59,"total":25,"low":0,"high":6},{"k":60,"total":24,"low":16,"high":24},{"k":61,"total":23,"low":16,"high":23},{"k":62,"total":22,"low":5,"high":8},{"k":63,"total":21,"low":7,"high":11},{"k":64,"total":20,"low":0,"high":5},{"k":65,"total":19,"low":13,"high":19},{"k":66,"total":18,"low":0,"high":4},{"k":67,"total":17,"low":0,"high":3},{"k":68,"total":16,"low":2,"high":4},{"k":69,"total":15,"low":3,"high":6},{"k":70,"total":14,"low":5,"high":9},{"k":71,"total":13,"low":8,"high":13},{"k":72,"total":12,"low":5,"high":8},{"k":73,"total":11,"low":5,"high":7},{"k":74,"total":10,"low":3,"high":5},{"k":75,"total":9,"low":5,"high":9},{"k":76,"total":8,"low":5,"high":8},{"k":77,"total":7,"low":5,"high":7},{"k":78,"total":6,"low":5,"high":6},{"k":79,"total":5,"low":3,"high":4},{"k":80,"total":4,"low":3,"high":4},{"k":81,"total":3,"low":2,"high":3},{"k":82,"total":2,"low":0,"high":2},{"k":83,"total":1,"low":0,"high":1}],"data":{"names":["N","n","n","p","n",".",".","p","P","N",".","p","N",".",".","P","P","P","p",".","P","n","p","p","N",".",".","n","p","p","N","P",".",".","p","n","n","p","n","n",".","P",".","P","N","p",".",".","N","N","P","N",".","n",".","P","n","P","P","N",".",".","P","n","N",".","N","N","P","n","p",".","p","p","n",".",".",".",".","n","p","P","N","N"]}},{"number":2,"time":1794997123786,"kind":"choice","seat":0,"action":0,"name":"a1xa2","label":{"key":"annihilate","args":{"from":"a1","to":"a2","stack":"n","other":"anti-n"}},"about":{"places":["a1","a2"],"pieces":["n","anti-n"],"effect":"annihilate","rule":"X8"},"draws":[],"data":null},{"number":3,"time":1794997123793,"kind":"choice","seat":1,"action":12,"name":"a3+a4","label":{"key":"fuse","args":{"from":"a3","to":"a4","stack":"anti-n","other":"anti-H1","result":"anti-H2"}},"about":{"places":["a3","a4"],"pieces":["anti-n","anti-H1","anti-H2"],"effect":"fuse","rule":"X7"},"draws":[],"data":null},{"number":4,"time":1794997123800,"kind":"resign","seat":0,"action":null,"name":"","label":null,"about":null,"draws":[],"data":null},{"number":5,"time":1794997123800,"kind":"end","seat":0,"action":null,"name":"","label":null,"about":null,"draws":[],"data":{"reason":"resign","winners":[1],"scores":[2,0],"seat":0}}],"now":{"number":5,"clocks":[],"choices":[],"forms":[],"actor":-2,"view":{"circles":[{"name":"a1","x":2.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a2","x":3.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a3","x":4.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a4","x":5.0,"y":0,"side":"antimatter","nucleus":"H2","protons":1,"neutrons":1},{"name":"a5","x":6.0,"y":0,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"a6","x":7.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a7","x":8.0,"y":0,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"a8","x":9.0,"y":0,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"a9","x":10.0,"y":0,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b1","x":1.5,"y":1,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"b2","x":2.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b3","x":3.5,"y":1,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b4","x":4.5,"y":1,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"b5","x":5.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b6","x":6.5,"y":1,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"b7","x":7.5,"y":1,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b8","x":8.5,"y":1,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b9","x":9.5,"y":1,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"b10","x":10.5,"y":1,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c1","x":1.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c2","x":2.0,"y":2,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c3","x":3.0,"y":2,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"c4","x":4.0,"y":2,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c5","x":5.0,"y":2,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c6","x":6.0,"y":2,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"c7","x":7.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c8","x":8.0,"y":2,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"c9","x":9.0,"y":2,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"c10","x":10.0,"y":2,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"c11","x":11.0,"y":2,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d1","x":0.5,"y":3,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"d2","x":1.5,"y":3,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d3","x":2.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d4","x":3.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d5","x":4.5,"y":3,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d6","x":5.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d7","x":6.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d8","x":7.5,"y":3,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"d9","x":8.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d10","x":9.5,"y":3,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"d11","x":10.5,"y":3,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"d12","x":11.5,"y":3,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e1","x":0.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e2","x":1.0,"y":4,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e3","x":2.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e4","x":3.0,"y":4,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e5","x":4.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e6","x":5.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e7","x":6.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e8","x":7.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e9","x":8.0,"y":4,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"e10","x":9.0,"y":4,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"e11","x":10.0,"y":4,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"e12","x":11.0,"y":4,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"f1","x":0.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f2","x":1.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f3","x":2.5,"y":5,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"f4","x":3.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f5","x":4.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f6","x":5.5,"y":5,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"f7","x":6.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f8","x":7.5,"y":5,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"f9","x":8.5,"y":5,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"f10","x":9.5,"y":5,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"f11","x":10.5,"y":5,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"g1","x":1.0,"y":6,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"g2","x":2.0,"y":6,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"g3","x":3.0,"y":6,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"g4","x":4.0,"y":6,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g5","x":5.0,"y":6,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"g6","x":6.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g7","x":7.0,"y":6,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"g8","x":8.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g9","x":9.0,"y":6,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"g10","x":10.0,"y":6,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"h1","x":1.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h2","x":2.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h3","x":3.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h4","x":4.5,"y":7,"side":"","nucleus":"","protons":0,"neutrons":0},{"name":"h5","x":5.5,"y":7,"side":"antimatter","nucleus":"n","protons":0,"neutrons":1},{"name":"h6","x":6.5,"y":7,"side":"antimatter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h7","x":7.5,"y":7,"side":"matter","nucleus":"H1","protons":1,"neutrons":0},{"name":"h8","x":8.5,"y":7,"side":"matter","nucleus":"n","protons":0,"neutrons":1},{"name":"h9","x":9.5,"y":7,"side":"matter","nucleus":"n","protons":0,"neutrons":1}],"mover":"matter","passes":0,"reserves":[[0,1,0,1],[0,0,0,0]],"common_reserve":false,"goals":[{"name":"light","counts":[2,0],"tie_break":[],"leader":0,"places":[[],[]],"rule":"X10"},{"name":"helium","counts":[0,0],"tie_break":[0,0],"leader":-1,"places":[[],[]],"rule":"X11"},{"name":"star","counts":[18,14],"tie_break":[],"leader":0,"places":[["b1","c2","d1","d2","e2","e3","e7","e8","e9","e10","f2","f4","f5","f6","f9","g2","g3","g4"],["b3","b10","c3","c4","c5","c9","c10","c11","d5","d6","d7","d8","d9","d10"]],"rule":"X12"}],"carbon":[],"variants":["short"],"puzzle":"none","puzzle_score":0,"puzzle_best":0},"outcomes":[],"prompt":null,"topic":"X5","tally":[{"seat":0,"points":1,"reason":{"key":"reason.light","args":{"n":2,"m":0,"each":2}},"rule":"X10"},{"seat":0,"points":1,"reason":{"key":"reason.star","args":{"n":18,"m":14,"each":18}},"rule":"X12"}],"scores":[2,0],"winners":[1],"undo":null,"thinking":false}}',NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448tdxe3ne37wvsztj','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','csm9kt3wxyh8',0,'running',1794997123810,1794997123826,NULL,1794997123835,2,1,X'FA4550B8907E3E5DB83D5B57ABF6DDBAB7980412FF427468B24A06F51BEE0E3D',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "matches" VALUES('448tdxdxs4dew4x98k','tictactoe','1-e540506d','{"game":"tictactoe","seats":[],"options":{"players":2,"first":0},"public":false,"clock":{"kind":"none","seconds":0,"increment":0},"gone":"vote","hints":true,"take_backs":true,"dice":"fair","series":1,"position":null}','csm9kt3wxyh8',0,'waiting',1794997123854,NULL,NULL,1794997123854,0,-1,X'5DAE78C9E8023F06C0B756BDE1D45C4A7EA11E951D740965CBF77A0847B0EEA5',NULL,0,NULL,NULL,NULL,NULL,1794997124860,NULL,NULL,0);
CREATE TABLE mutes (
	guest TEXT NOT NULL, 
	other TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (guest, other)
)
 WITHOUT ROWID

;
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
INSERT INTO "notes" VALUES('448tdxe3ne37wvsztj',0,1794997123850,'chat',0,'Ann','your turn',NULL);
CREATE TABLE reviews (
	"match" TEXT NOT NULL, 
	made BIGINT NOT NULL, 
	review TEXT NOT NULL, 
	PRIMARY KEY ("match")
);
CREATE TABLE seats (
	"match" TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	guest TEXT, 
	name TEXT NOT NULL, 
	level TEXT, 
	contribution TEXT, 
	muted INTEGER NOT NULL, 
	seen BIGINT, commitment TEXT, told INTEGER, 
	PRIMARY KEY ("match", seat)
);
INSERT INTO "seats" VALUES('448tdx7mfrj2znzhav',0,'person','csm9kt3wxyh8','Ann',NULL,'7e12c3024a679b6dc00a3078077af7a6',0,1794997123653,NULL,NULL);
INSERT INTO "seats" VALUES('448tdx7mfrj2znzhav',1,'person','csm9kt3wxyh8','Ann 2',NULL,'a5de0a68f16e67a5ffa935a6c0f6017b',0,1794997123653,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxdjq3zenwxsep',0,'person','csm9kt3wxyh8','Ann',NULL,'80d2b2c1c044f527e0f83bbfde0cde36',0,1794997123758,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxdjq3zenwxsep',1,'person','csm9kt3wxyh8','Ann 2',NULL,'afd9a3d4229710c8e31834085fd4b035',0,1794997123758,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxe3ne37wvsztj',0,'person','csm9kt3wxyh8','Ann',NULL,'4114ffdbf4e50b3209f3fa0922b5b804',0,1794997123810,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxe3ne37wvsztj',1,'person','csm9kt3wxyh8','Ann 2',NULL,'fd7b49d07da3b10df16f8884ebfcb253',0,1794997123810,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxdxs4dew4x98k',0,'person','csm9kt3wxyh8','Ann',NULL,'e87adef9d08be0d7f66af4433d7934b8',0,1794997123854,NULL,NULL);
INSERT INTO "seats" VALUES('448tdxdxs4dew4x98k',1,'open',NULL,'',NULL,NULL,0,NULL,NULL,NULL);
CREATE TABLE subscriptions (
	id TEXT NOT NULL, 
	guest TEXT NOT NULL, 
	endpoint TEXT NOT NULL, 
	p256dh TEXT NOT NULL, 
	auth TEXT NOT NULL, 
	language TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE tokens (
	hash TEXT NOT NULL, 
	guest TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "tokens" VALUES('dbd3a63a6ff34f666b36fdac3d4b8787423a9dcacec7fd48dbc3bad19dc8f5f0','csm9kt3wxyh8',1794997123648);
CREATE INDEX matches_by_status ON matches (status, public, changed);
CREATE INDEX matches_by_due ON matches (due);
CREATE INDEX matches_by_changed ON matches (changed);
CREATE INDEX matches_by_series ON matches (series);
CREATE INDEX seats_by_guest ON seats (guest);
CREATE INDEX matches_by_host ON matches (host, status);
CREATE INDEX attempts_by_guest ON attempts (guest, date);
CREATE INDEX invitations_by_match ON invitations ("match");
CREATE INDEX subscriptions_by_guest ON subscriptions (guest, created);
COMMIT;
